// What makes a chunk acceptable: rules without a database or a disk. Used by the uploads service.
import { type ArchiveExtension, archiveKind } from '@cellar/contract/rules/archives.ts';
import { chunkCount, formatBytes } from '@cellar/contract/rules/sizes.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { ChunkFields } from '@cellar/contract/uploads.ts';
import { AppError } from '#http/errors.ts';
import type { ChunkRow, UploadRow } from './uploads.repository.ts';

type Announced = ChunkFields & { title: string; platform: string; extension: string; gameId?: string };

/** Sizes that contradict each other or the server's limit. */
export function refuseImpossible(request: ChunkFields & { isWhole?: boolean }, maxChunkBytes: number): void {
  const { chunkSize, fileSize, totalChunks, isWhole } = request;
  if (chunkSize === undefined || isWhole) return;
  if (chunkSize > maxChunkBytes) {
    throw new AppError('payload_too_large', `Chunks may have at most ${formatBytes(maxChunkBytes)}`);
  }
  if (chunkSize === 0) throw new AppError('malformed_request', 'chunkSize must be at least 1');
  if (fileSize !== undefined && chunkCount(fileSize, chunkSize) !== totalChunks) {
    throw new AppError('malformed_request', 'fileSize, chunkSize and totalChunks contradict each other');
  }
}

/** @throws AppError upload_finished, upload_changed */
export function refuseChanged(upload: UploadRow, request: Announced): UploadRow {
  if (upload.state === 'completed') throw new AppError('upload_finished', 'This upload is already completed');
  const changed =
    // A game that there is may get another title meanwhile.
    (upload.gameId === null && upload.titleKey !== titleKey(request.title)) ||
    upload.platform !== request.platform ||
    upload.extension !== request.extension ||
    upload.gameId !== (request.gameId ?? null) ||
    upload.totalChunks !== request.totalChunks ||
    differs(upload.fileSize, request.fileSize) ||
    differs(upload.chunkSize, request.chunkSize);
  if (changed) throw uploadChanged();
  return upload;
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

/** Bytes this chunk must have; undefined while its size is not announced. */
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

/** @throws AppError not_an_archive */
export function inspectArchive(head: Uint8Array, extension: ArchiveExtension): void {
  const kind = archiveKind(head);
  if (kind === extension) return;
  const found = kind ? `it is a ${kind} archive` : 'it is not an archive Cellar knows';
  throw new AppError('not_an_archive', `The file is called ${extension}, but by its content ${found}.`);
}

/** `chunks` by number. */
export function missingNumbers(chunks: Pick<ChunkRow, 'chunkNumber'>[], totalChunks: number): number[] {
  const stored = new Set(chunks.map(({ chunkNumber }) => chunkNumber));
  return Array.from({ length: totalChunks }, (_, number) => number).filter((number) => !stored.has(number));
}
