// What an upload begins as: its id, its input with one name for good, its first record. Used by the upload manager.
import type { UploadInput } from './upload-plan.ts';
import type { UploadRecord } from './upload-record.ts';
import type { UploadTransfer } from './upload-transfer.ts';

// Not crypto.randomUUID: browsers keep that for secure contexts, and plain http must work.
export function newUploadId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An upload goes on under the name it began with, or the server would take it for another one. */
export function settled(input: UploadInput): UploadInput {
  const { resume } = input;
  if (!resume) return { ...input, title: input.title.trim() };
  const { title, platform, gameId, replace } = resume;
  return { ...input, title, platform, replace, gameId: gameId ?? undefined };
}

export function newRecord(id: string, input: UploadInput, { counts }: UploadTransfer): UploadRecord {
  return {
    id,
    title: input.title,
    platform: input.platform,
    gameId: input.gameId,
    fileName: input.file.name,
    fileSize: input.file.size,
    ...counts,
    progress: 0,
    status: 'queued',
    startTime: Date.now(),
    speed: 0,
  };
}
