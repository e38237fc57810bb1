// Stores one chunk of an open upload: first the bytes, then their row, then the acknowledgement.
import type { Readable } from 'node:stream';
import type { ChunkStored } from '@cellar/contract/uploads.ts';
import { AppError, notFound } from '#http/errors.ts';
import { isoAt } from '#platform/clock.ts';
import type { ChunkWritten } from '#platform/storage/storage.ts';
import type { ChunkBody, UploadContext, UploadDeps, UploadRequest } from './upload.ts';
import { expectedSize, inspectArchive, refuseChanged, uploadChanged } from './upload-rules.ts';
import type { ChunkRow, UploadRow } from './uploads.repository.ts';
import * as repository from './uploads.repository.ts';

export async function storeChunkOf(
  opened: UploadRow,
  context: UploadContext,
  request: UploadRequest,
  body: ChunkBody,
): Promise<ChunkStored> {
  const { db, writers } = context;
  const { chunkNumber } = request;
  const upload = await fixChunkSize(context, opened, request.chunkSize);
  const abort = () => body.abort(new AppError('request_timeout', 'The upload was cancelled or sent again'));
  await writers.run(upload.id, chunkNumber, abort, async (onProgress) => {
    const stored = await repository.findChunk(db, upload.id, chunkNumber);
    if (stored) return acceptRepeated(stored, request, body);
    // The upload may have ended while this chunk waited for an earlier request.
    const current = await repository.findUploadByClientId(db, upload.clientId);
    if (current?.id !== upload.id) throw notFound('Upload');
    refuseChanged(current, request);
    const written = await writeBytes(context, current, request, { body: body.stream, onProgress });
    await body.whole;
    await recordChunk(context, current, chunkNumber, written);
  });
  return {
    message: `Chunk ${chunkNumber + 1} of ${upload.totalChunks} stored`,
    uploadId: upload.clientId,
    chunkNumber,
    totalChunks: upload.totalChunks,
    stored: await repository.countChunks(db, upload.id),
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

/** Never writes an acknowledged chunk again, because an interrupted repetition could damage it. */
async function acceptRepeated(stored: ChunkRow, request: UploadRequest, body: ChunkBody): Promise<void> {
  body.stream.resume();
  if (request.chunkSha256 && stored.sha256 && request.chunkSha256 !== stored.sha256) {
    throw new AppError('chunk_mismatch', `Chunk ${request.chunkNumber} is stored with another content`);
  }
  await body.whole;
}

function writeBytes(
  { storage, maxChunkBytes }: UploadDeps,
  upload: UploadRow,
  request: UploadRequest,
  { body, onProgress }: { body: Readable; onProgress: () => void },
): Promise<ChunkWritten> {
  const { chunkNumber } = request;
  const chunkSize = upload.chunkSize ?? undefined;
  const offset = upload.totalChunks === 1 ? 0 : chunkSize && chunkNumber * chunkSize;
  const exactBytes = expectedSize(upload, chunkNumber, chunkSize);
  return storage.writeChunk(upload.id, body, {
    chunkNumber,
    offset,
    maxBytes: request.isWhole ? Number.MAX_SAFE_INTEGER : (chunkSize ?? maxChunkBytes),
    onProgress,
    // The buffers come from the network or from a spooled file, and nothing else refers to them.
    mayTakeBuffers: true,
    ...(exactBytes === undefined ? {} : { exactBytes }),
    ...(request.chunkSha256 ? { expectedSha256: request.chunkSha256 } : {}),
    ...(chunkNumber === 0 ? { inspect: (head: Uint8Array) => inspectArchive(head, request.extension) } : {}),
  });
}

async function recordChunk(
  { db, storage, clock }: UploadDeps,
  { id, totalChunks }: UploadRow,
  chunkNumber: number,
  written: ChunkWritten,
): Promise<void> {
  if (written.size === 0 && totalChunks > 1) throw new AppError('malformed_request', 'The chunk is empty');
  if (chunkNumber < totalChunks - 1) {
    const chunkSize = await repository.fixChunkSize(db, id, written.size);
    if (chunkSize !== written.size) {
      const message = `The chunk has ${written.size} bytes instead of ${chunkSize}`;
      throw new AppError('malformed_request', message);
    }
    await storage.placeChunk(id, chunkNumber, chunkNumber * chunkSize);
  }
  const chunk = { uploadId: id, chunkNumber, ...written };
  await db.transaction().execute((trx) => repository.insertChunk(trx, chunk, isoAt(clock)));
}
