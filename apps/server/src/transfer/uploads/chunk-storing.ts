// Stores one chunk of an open upload: first the bytes, then their row, then the acknowledgement.

import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ChunkStored } from '@cellar/contract/transfer/uploads.endpoints.ts';
import { isForeignKeyViolation } from '#db/database.ts';
import { AppError, notFound } from '#http/errors.ts';
import { isoAt } from '#platform/clock.ts';
import { isHeld } from '#platform/lease.ts';
import { digested } from '#platform/storage/digests.ts';
import { BytesLostError, type ChunkWritten, StorageUnavailableError } from '#platform/storage/storage.ts';
import * as requests from './chunks.repository.ts';
import { countChunks, deleteChunks, findChunk, insertChunk } from './chunks.repository.ts';
import type { ChunkBody, ChunkRequest, UploadContext, UploadDeps, UploadRequest } from './upload.ts';
import {
  chunkTooSmall,
  expectedSize,
  inspectArchive,
  missingNumbers,
  refuseChanged,
  uploadChanged,
} from './upload-rules.ts';
import type { ChunkRow, UploadRow } from './uploads.repository.ts';
import * as repository from './uploads.repository.ts';

/** Shorter than `betweenChunksMs` of uploads.service.ts. */
const touchEveryMs = 1000;

export async function storeChunkOf(
  opened: UploadRow,
  context: UploadContext,
  request: ChunkRequest,
  body: ChunkBody,
): Promise<ChunkStored> {
  const { db, writers } = context;
  const { chunkNumber } = request;
  const upload = await beginInStorage(context, await fixChunkSize(context, opened, request.chunkSize));
  const abort = () => body.abort(new AppError('request_timeout', 'The upload was cancelled or sent again'));
  await writers.run(upload.id, chunkNumber, abort, async (onProgress) => {
    const stored = await findChunk(db, upload.id, chunkNumber);
    if (stored) return acceptRepeated(stored, request, body);
    // The upload may have ended while this chunk waited for an earlier request.
    const current = await repository.findUploadByClientId(db, upload.clientId);
    if (current?.id !== upload.id) throw notFound('Upload');
    refuseChanged(current, request);
    const written = await writeBytes(context, current, request, { body: body.stream, onProgress }).catch(
      (error) => forgetLostChunks(context, current, error),
    );
    await body.whole;
    await recordChunk(context, current, chunkNumber, written);
  });
  return {
    message: `Chunk ${chunkNumber + 1} of ${upload.totalChunks} stored`,
    uploadId: upload.clientId,
    chunkNumber,
    totalChunks: upload.totalChunks,
    stored: await countChunks(db, upload.id),
  };
}

/** Runs before any byte is written, because chunks of two different sizes would overwrite each other. */
async function fixChunkSize(
  { db }: UploadDeps,
  upload: UploadRow,
  announced: number | undefined,
): Promise<UploadRow> {
  if (upload.chunkSize !== null || announced === undefined) return upload;
  const chunkSize = await repository.fixChunkSize(db, upload.id, announced);
  if (chunkSize !== announced) throw uploadChanged();
  return { ...upload, chunkSize };
}

/** If another request has begun the upload in storage, its state counts. */
async function beginInStorage({ db, storage }: UploadDeps, upload: UploadRow): Promise<UploadRow> {
  if (upload.storageState !== null) return upload;
  const state = await storage.beginUpload(upload.id);
  return { ...upload, storageState: await repository.fixStorageState(db, upload.id, state) };
}

/**
 * Never writes an acknowledged chunk again, because an interrupted repetition could damage it. Of a chunk that an earlier version has
 * stored, the digest may be unknown.
 */
async function acceptRepeated(stored: ChunkRow, request: UploadRequest, body: ChunkBody): Promise<void> {
  const isStored = (sha256: string) => stored.sha256 === null || stored.sha256 === sha256;
  const differs = () =>
    new AppError('chunk_mismatch', `Chunk ${request.chunkNumber} is stored with another content`);
  if (request.chunkSha256 && !isStored(request.chunkSha256)) {
    body.stream.resume();
    throw differs();
  }
  const { stream, result } = digested(body.stream);
  await finished(stream.resume());
  await body.whole;
  const { fileSize, sha256 } = result();
  if (fileSize !== stored.size || !isStored(sha256)) throw differs();
}

function writeBytes(
  deps: UploadDeps,
  upload: UploadRow,
  request: ChunkRequest,
  { body, onProgress }: { body: Readable; onProgress: () => void },
): Promise<ChunkWritten> {
  const { storage, maxChunkBytes } = deps;
  const { chunkNumber } = request;
  const chunkSize = upload.chunkSize ?? undefined;
  const offset = upload.totalChunks === 1 ? 0 : chunkSize && chunkNumber * chunkSize;
  const exactBytes = expectedSize(upload, chunkNumber, chunkSize);
  const touch = createToucher(deps, upload.id);
  return storage.writeChunk({ key: upload.id, state: upload.storageState ?? '' }, body, {
    chunkNumber,
    offset,
    maxBytes: request.isWhole ? storage.limits.maxChunkBytes : (chunkSize ?? maxChunkBytes),
    onProgress: () => {
      onProgress();
      touch();
    },
    confirm: () => announceStoring(deps, upload, request),
    // The buffers come from the network or from a spooled file, and nothing else refers to them.
    mayTakeBuffers: true,
    ...(exactBytes === undefined ? {} : { exactBytes }),
    ...(request.chunkSha256 ? { expectedSha256: request.chunkSha256 } : {}),
    ...(chunkNumber === 0 ? { inspect: (head: Uint8Array) => inspectArchive(head, request.extension) } : {}),
  });
}

/** Returns a function that tells other nodes, from time to time, that the upload is being sent. */
function createToucher({ unflushed, clock, log }: UploadDeps, id: string): () => void {
  let next = performance.now() + touchEveryMs;
  return () => {
    if (performance.now() < next) return;
    next = performance.now() + touchEveryMs;
    unflushed((trx) => repository.touchUpload(trx, id, isoAt(clock))).catch((error) =>
      log.warn({ err: error }, 'an upload could not be touched'),
    );
  };
}

async function recordChunk(
  { db, storage, clock }: UploadDeps,
  { id, totalChunks }: UploadRow,
  chunkNumber: number,
  written: ChunkWritten,
): Promise<void> {
  if (written.size === 0 && totalChunks > 1) throw new AppError('malformed_request', 'The chunk is empty');
  const { minChunkBytes } = storage.limits;
  if (chunkNumber < totalChunks - 1 && written.size < minChunkBytes) throw chunkTooSmall(minChunkBytes);
  if (chunkNumber < totalChunks - 1) {
    const chunkSize = await repository.fixChunkSize(db, id, written.size);
    if (chunkSize !== written.size) {
      const message = `The chunk has ${written.size} bytes instead of ${chunkSize}`;
      throw new AppError('malformed_request', message);
    }
  }
  const chunk = { uploadId: id, chunkNumber, ...written };
  await db.transaction().execute((trx) => insertChunk(trx, chunk, isoAt(clock)));
}

// Tells other nodes which uploads this node is receiving, and when it is about to store a chunk.

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
async function announceStoring(
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

// Chunks that were recorded as stored, but that the storage no longer has.

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
