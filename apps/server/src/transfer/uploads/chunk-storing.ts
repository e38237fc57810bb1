// Stores one chunk of an open upload: first the bytes, then their row, then the acknowledgement.
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ChunkStored } from '@cellar/contract/transfer/uploads.ts';
import { AppError, notFound } from '#http/errors.ts';
import { isoAt } from '#platform/clock.ts';
import { digested } from '#platform/storage/digested.ts';
import type { ChunkWritten } from '#platform/storage/storage.ts';
import { announceStoring } from './chunk-requests.ts';
import { forgetLostChunks } from './lost-chunks.ts';
import type { ChunkBody, ChunkRequest, UploadContext, UploadDeps, UploadRequest } from './upload.ts';
import { countChunks, findChunk, insertChunk } from './upload-chunks.repository.ts';
import { chunkTooSmall, expectedSize, inspectArchive, refuseChanged, uploadChanged } from './upload-rules.ts';
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
