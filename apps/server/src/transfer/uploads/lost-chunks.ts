// Chunks that were recorded as stored, but that the storage no longer has.
import { AppError } from '#http/errors.ts';
import { isoAt } from '#platform/clock.ts';
import { BytesLostError } from '#platform/storage/storage.ts';
import type { UploadDeps } from './upload.ts';
import { deleteChunks } from './upload-chunks.repository.ts';
import { missingNumbers } from './upload-rules.ts';
import type { UploadRow } from './uploads.repository.ts';
import * as repository from './uploads.repository.ts';

/**
 * Deletes the rows of lost chunks and asks the client to send them again. If all are lost, the upload begins anew in the storage.
 * `holder`: the caller's lease on completing the upload. Without it, changes nothing while any node completes the upload.
 * @throws AppError missing_chunks, or the given error if it is another one
 */
export async function forgetLostChunks(
  { db, clock, log }: UploadDeps,
  upload: UploadRow,
  error: unknown,
  holder?: string,
): Promise<never> {
  if (!(error instanceof BytesLostError)) throw error;
  const { chunkNumbers } = error;
  const isForgotten = await db.transaction().execute(async (trx) => {
    const isOurs = await repository.restartUpload(trx, upload, {
      holder,
      now: isoAt(clock),
      storageState: chunkNumbers ? upload.storageState : null,
    });
    if (isOurs) await deleteChunks(trx, upload.id, chunkNumbers);
    return isOurs;
  });
  // The bytes are not lost if another node has completed or cancelled the upload in the meantime.
  if (!isForgotten) throw error;
  log.error({ err: error, uploadId: upload.id }, 'stored chunks are lost');
  const missing = chunkNumbers ?? missingNumbers([], upload.totalChunks);
  const message = 'The server has lost the stored chunks; send them again';
  throw new AppError('missing_chunks', message, { missingChunks: missing.slice(0, 1000) });
}
