// What an unfinished upload adds to its game, and how much of it is stored.
import { extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.ts';
import { acceptedFiles } from '../engine/upload-plan.ts';

/** Returns the platform, or the name and version of an extra: what is shown beside the title. */
export function partOfUpload({ platform, extra }: UnfinishedUpload): string {
  return extra ? extraLabel(extra) : platform;
}

/** Returns the extensions of the files that can resume the upload. */
export function acceptedOf({ gameId, extra }: UnfinishedUpload): readonly string[] {
  return acceptedFiles({ gameId: gameId ?? undefined, extra: extra ?? undefined });
}

/** Returns the percentage that is stored: of the bytes, or of the chunks if the size is unknown. */
export function percentStored({
  fileSize,
  storedBytes,
  storedChunks,
  totalChunks,
}: Pick<UnfinishedUpload, 'fileSize' | 'storedBytes' | 'storedChunks' | 'totalChunks'>): number {
  const part = fileSize ? storedBytes / fileSize : storedChunks / totalChunks;
  return Math.floor(100 * Math.min(1, part));
}
