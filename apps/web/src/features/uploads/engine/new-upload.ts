// Creates the id, the final input and the first record of a new upload.
import type { UploadInput } from './upload-plan.ts';
import type { UploadRecord } from './upload-record.ts';
import type { UploadTransfer } from './upload-transfer.ts';

// crypto.randomUUID is only available in secure contexts, and plain http must work too.
export function newUploadId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Keeps the original title and platform of a resumed upload, because the server would treat other values as a different
 * upload.
 */
export function withFinalTitle(input: UploadInput): UploadInput {
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
