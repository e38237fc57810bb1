// Ends an open upload without a file: when it is cancelled, has failed, or was abandoned.
import { AppError } from '#http/errors.ts';
import { isoAt } from '#platform/clock.ts';
import type { UploadContext } from './upload.ts';
import type { UploadRow } from './uploads.repository.ts';
import * as repository from './uploads.repository.ts';

/**
 * Deletes the row first, and the bytes once no request writes or moves them. Returns whether an open upload that meets the
 * conditions was discarded.
 */
export async function discardUpload(
  { db, files, writers, completions }: UploadContext,
  { id }: UploadRow,
  conditions?: repository.DiscardConditions,
): Promise<boolean> {
  const wasOpen = await db.transaction().execute(async (trx) => {
    const isOpen = await repository.deleteOpenUpload(trx, id, conditions);
    if (isOpen) await files.markForRemoval(trx, [id]);
    return isOpen;
  });
  if (!wasOpen) return false;
  await writers.abortAll(id);
  await completions.ended(id);
  await files.removeNow([id]);
  return true;
}

/** Discards an upload whose archive was refused, or whose last request at any node failed before any chunk was stored. */
export async function discardAfterFailure(
  context: UploadContext,
  upload: UploadRow,
  error: unknown,
  isLastRequest: boolean,
): Promise<void> {
  const { db, storage, clock } = context;
  if (upload.state !== 'open') return;
  const isWrongArchive = error instanceof AppError && error.code === 'not_an_archive';
  if (!isWrongArchive && !isLastRequest) return;
  if (await discardUpload(context, upload, isWrongArchive ? {} : { emptyAt: isoAt(clock) })) return;
  // The row may have been deleted together with the upload's game.
  if (!(await repository.isKeyInUse(db, upload.id))) await storage.discardUpload(upload.id);
}
