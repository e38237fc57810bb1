// The rules for accepting a chunk, without database or disk access.

import { chunkCount, formatBytes } from '@cellar/contract/rules/sizes.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { ExtraFacts } from '@cellar/contract/transfer/extras.ts';
import { archiveKind } from '@cellar/contract/transfer/rules/archives.ts';
import { extraLabel, promisedArchive } from '@cellar/contract/transfer/rules/extras.ts';
import type { ChunkFields } from '@cellar/contract/transfer/uploads.endpoints.ts';
import { withoutOwner } from '#db/waiting-key.ts';
import { AppError } from '#http/errors.ts';
import type { StorageLimits } from '#platform/storage/storage.ts';
import type { ChunkRow, UploadRow } from './uploads.repository.ts';

interface Announced extends ChunkFields {
  userId: string;
  isContribution: boolean;
  title: string;
  platform: string;
  extension: string;
  gameId?: string;
  extra?: ExtraFacts;
}

/**
 * Refuses sizes that contradict each other, or exceed the limits of the server or its storage. @throws AppError
 * payload_too_large, malformed_request
 */
export function refuseImpossible(
  request: ChunkFields & { isWhole?: boolean },
  maxChunkBytes: number,
  limits: StorageLimits,
): void {
  const { chunkSize, fileSize, totalChunks, isWhole } = request;
  const { minChunkBytes, maxChunks } = limits;
  if (isWhole && fileSize !== undefined && fileSize > limits.maxChunkBytes) {
    const message = `A file in one piece may have at most ${formatBytes(limits.maxChunkBytes)}. Send it in chunks.`;
    throw new AppError('payload_too_large', message);
  }
  if (totalChunks > maxChunks) {
    const message = `A file may have at most ${maxChunks} chunks here, and this one has ${totalChunks}. Send larger chunks.`;
    throw new AppError('payload_too_large', message);
  }
  if (chunkSize === undefined || isWhole) return;
  if (chunkSize > maxChunkBytes) {
    throw new AppError('payload_too_large', `Chunks may have at most ${formatBytes(maxChunkBytes)}`);
  }
  if (chunkSize === 0) throw new AppError('malformed_request', 'chunkSize must be at least 1');
  if (chunkSize < minChunkBytes && totalChunks > 1) throw chunkTooSmall(minChunkBytes);
  if (fileSize !== undefined && chunkCount(fileSize, chunkSize) !== totalChunks) {
    throw new AppError('malformed_request', 'fileSize, chunkSize and totalChunks contradict each other');
  }
}

/** @throws AppError upload_finished, upload_changed */
export function refuseChanged(upload: UploadRow, request: Announced): UploadRow {
  // The ids are chosen by clients, so nobody may learn that another member's upload has the same one.
  if (!mayContinue(upload, request)) throw uploadChanged();
  if (upload.state === 'completed') throw new AppError('upload_finished', 'This upload is already completed');
  const changed =
    // The title of an existing game may change during the upload.
    (upload.gameId === null && withoutOwner(upload.titleKey) !== titleKey(request.title)) ||
    upload.platform !== request.platform ||
    isOtherExtra(extraOf(upload), request.extra) ||
    upload.extension !== request.extension ||
    upload.gameId !== (request.gameId ?? null) ||
    upload.totalChunks !== request.totalChunks ||
    differs(upload.fileSize, request.fileSize) ||
    differs(upload.chunkSize, request.chunkSize);
  if (changed) throw uploadChanged();
  return upload;
}

/** Contributors may only continue what they have begun as contributors. */
export function mayContinue(
  upload: Pick<UploadRow, 'userId' | 'isContribution'>,
  { userId, isContribution }: { userId: string; isContribution: boolean },
): boolean {
  return !isContribution || (upload.isContribution === 1 && upload.userId === userId);
}

export function chunkTooSmall(minChunkBytes: number): AppError {
  return new AppError(
    'malformed_request',
    `Every chunk but the last must have at least ${formatBytes(minChunkBytes)}`,
  );
}

export function gameExists(title: string, platform: string): AppError {
  return new AppError('game_exists', `Game "${title}" already exists for platform "${platform}"`);
}

export function uploadChanged(): AppError {
  return new AppError(
    'upload_changed',
    'This upload was started with another title, platform, file or number of chunks. Start a new one.',
  );
}

function differs(known: number | null, given: number | undefined): boolean {
  return known !== null && given !== undefined && known !== given;
}

/** The note may change, because it does not distinguish one extra from another. */
function isOtherExtra(known: ExtraFacts | undefined, given: ExtraFacts | undefined): boolean {
  return known?.kind !== given?.kind || known?.name !== given?.name || known?.version !== given?.version;
}

/** Returns the facts of the extra that an upload adds, or undefined for a platform file. */
export function extraOf(upload: UploadRow): ExtraFacts | undefined {
  const { extraKind: kind, extraName: name, extraVersion: version, extraNote: note, platform } = upload;
  if (kind === null || name === null) return undefined;
  return { kind, name, version: version ?? '', platform: platform || null, note: note ?? '' };
}

/** Names what an upload adds to the game, for messages. */
export function describeUpload({ title, platform, extra }: Pick<Announced, 'title' | 'platform' | 'extra'>) {
  return extra ? `"${extraLabel(extra)}" of "${title}"` : `"${title}" for platform "${platform}"`;
}

/** Returns the number of bytes that this chunk must have, or undefined if that is unknown. */
export function expectedSize(
  upload: Pick<UploadRow, 'fileSize' | 'totalChunks'>,
  chunkNumber: number,
  chunkSize: number | undefined,
): number | undefined {
  if (chunkNumber < upload.totalChunks - 1) return chunkSize;
  if (upload.fileSize === null) return undefined;
  if (upload.totalChunks === 1) return upload.fileSize;
  return chunkSize === undefined ? undefined : upload.fileSize - chunkNumber * chunkSize;
}

/** Accepts everything if the extension is not that of an archive. @throws AppError not_an_archive */
export function inspectArchive(head: Uint8Array, extension: string): void {
  const promised = promisedArchive(extension);
  const kind = archiveKind(head);
  if (!promised || kind === promised) return;
  const found = kind ? `it is a ${kind} archive` : 'it is not an archive Cellar knows';
  throw new AppError('not_an_archive', `The file is called ${extension}, but by its content ${found}.`);
}

export function missingNumbers(chunks: Pick<ChunkRow, 'chunkNumber'>[], totalChunks: number): number[] {
  const stored = new Set(chunks.map(({ chunkNumber }) => chunkNumber));
  return Array.from({ length: totalChunks }, (_, number) => number).filter((number) => !stored.has(number));
}
