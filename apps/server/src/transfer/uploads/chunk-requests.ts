// Tells other nodes which uploads this node is receiving, and when it is about to store a chunk.
import { isForeignKeyViolation } from '#db/database.ts';
import { AppError, notFound } from '#http/errors.ts';
import { isoAt } from '#platform/clock.ts';
import { isHeld } from '#platform/lease.ts';
import { StorageUnavailableError } from '#platform/storage/storage.ts';
import * as requests from './chunk-requests.repository.ts';
import type { ChunkRequest, UploadDeps } from './upload.ts';
import { findChunk } from './upload-chunks.repository.ts';
import type { UploadRow } from './uploads.repository.ts';
import * as repository from './uploads.repository.ts';

/**
 * Longer than nearly every request takes. All that a dead node's request does until then is to keep an upload without chunks
 * from being discarded.
 */
const receivingMs = 60 * 60_000;
/** Longer than a storage may take for its answer after the last bytes (60 s in s3-store.ts). */
const storingMs = 90_000;

/** Returns false if another node has just discarded the upload. */
export async function recordRequest(
  { unflushed, clock }: UploadDeps,
  { id: uploadId }: UploadRow,
  { requestId: id }: ChunkRequest,
): Promise<boolean> {
  const row = { id, uploadId, endsBefore: isoAt(clock, receivingMs) };
  try {
    await unflushed((trx) => requests.insertRequest(trx, row));
    return true;
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    return false;
  }
}

/**
 * If the storage has failed without an answer, the last bytes may still reach it, so the request keeps counting until its time.
 * Never fails itself.
 */
export async function forgetRequest(
  { unflushed, log }: UploadDeps,
  { requestId }: ChunkRequest,
  error?: unknown,
): Promise<void> {
  const unlessStoring = error instanceof StorageUnavailableError;
  await unflushed((trx) => requests.deleteRequest(trx, requestId, { unlessStoring })).catch((err) =>
    log.warn({ err }, 'the end of a chunk request could not be recorded'),
  );
}

/**
 * Call this right before the last bytes of a chunk go to a storage in which they could damage a finished file. Either a
 * completion waits for them, or it is noticed here, because both write before they read.
 * @throws AppError if another node has stored the chunk or is completing the upload
 */
export async function announceStoring(
  deps: UploadDeps,
  upload: UploadRow,
  { requestId, chunkNumber }: ChunkRequest,
): Promise<void> {
  const changes = { isStoring: 1, endsBefore: isoAt(deps.clock, storingMs) };
  await deps.unflushed((trx) => requests.updateRequest(trx, requestId, changes));
  await refuseIfStored(deps, upload, chunkNumber);
}

/** Another node may have received the same chunk at the same time, and may be completing the upload with it. */
async function refuseIfStored(
  { db, clock }: UploadDeps,
  { id, clientId }: UploadRow,
  chunkNumber: number,
): Promise<void> {
  const current = await repository.findUploadByClientId(db, clientId);
  if (current?.id !== id) throw notFound('Upload');
  const isCompleting = isHeld(current.leaseUntil, isoAt(clock));
  const isStored = current.state !== 'open' || isCompleting || (await findChunk(db, id, chunkNumber));
  if (isStored)
    throw new AppError('request_timeout', 'Another request has stored this chunk. Send it again to confirm.');
}
