// Uploads in chunks: storing, completing, cancelling and listing them.

import type { Readable } from 'node:stream';
import type { Game } from '@cellar/contract/games/games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import {
  type ChunkStored,
  type StoredChunks,
  type unfinishedUploads,
  uploadsPerPage,
  type uploadsQuery,
} from '@cellar/contract/transfer/uploads.endpoints.ts';
import type { z } from 'zod';
import { isForeignKeyViolation } from '#db/database.ts';
import { AppError, notFound } from '#http/errors.ts';
import { withinMs } from '#platform/call-limits.ts';
import { dayMs, isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import { createSingleFlight } from '#platform/shared-work.ts';
import { ChunkError, type Spooled } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import { forgetRequest, recordRequest, storeChunkOf } from './chunk-storing.ts';
import { listChunksAfter } from './chunks.repository.ts';
import {
  type ChunkBody,
  ChunkWriters,
  type UploadContext,
  type UploadDeps,
  type UploadRequest,
} from './upload.ts';
import { completeUpload, stillCompleting } from './upload-completion.ts';
import { openUpload } from './upload-opening.ts';
import { extraOf, mayContinue, refuseImpossible } from './upload-rules.ts';
import type { OpenUpload, UploadRow } from './uploads.repository.ts';
import * as repository from './uploads.repository.ts';

/** The member who sends a request about uploads. */
type Sender = Pick<UploadRequest, 'userId' | 'isContribution'>;

export type UploadsService = ReturnType<typeof createUploadsService>;

const keepCompletedMs = 7 * dayMs;
const lostAfterMs = 7 * dayMs;
/** Proxies usually end a request after 60 seconds without an answer. */
const completionAnswerMs = 25_000;
/** A client that is still sending starts its next chunk within this time. */
const betweenChunksMs = 2000;

export function createUploadsService(deps: UploadDeps) {
  const { db, storage, clock, maxChunkBytes } = deps;
  const context: UploadContext = {
    ...deps,
    writers: new ChunkWriters(),
    completions: createSingleFlight(),
    requests: new Map(),
  };
  return {
    storeChunk: (request: UploadRequest, body: ChunkBody) => storeChunk(context, request, body),
    complete: (request: UploadRequest) => completeInTime(context, request),
    storeWhole: (request: UploadRequest, body: ChunkBody) => storeWhole(context, request, body),
    listUnfinished: (sender: Sender, query: z.infer<typeof uploadsQuery>) =>
      listUnfinished(context, sender, query),

    /** @throws AppError not_found for an unknown or completed upload, and for contributors that of another member */
    async listStoredChunks(sender: Sender, clientId: string, after = -1): Promise<StoredChunks> {
      const upload = await repository.findUploadByClientId(db, clientId);
      if (upload?.state !== 'open' || !mayContinue(upload, sender)) throw notFound('Upload');
      const chunks = await listChunksAfter(db, upload.id, after, limits.storedChunksPerAnswer);
      return chunks.map(({ chunkNumber, sha256 }) => ({ chunkNumber, sha256 }));
    },

    /** Stores a body that comes before its form fields until they are known. */
    spool: (body: Readable, maxBytes = maxChunkBytes): Promise<Spooled> =>
      storage.spool(body, maxBytes).catch((error) => {
        throw asRefusal(error);
      }),

    /** @throws AppError not_found as above */
    async cancel(sender: Sender, clientId: string): Promise<void> {
      const upload = await repository.findUploadByClientId(db, clientId);
      if (!upload || !mayContinue(upload, sender)) throw notFound('Upload');
      if (!(await discardUpload(context, upload))) throw notFound('Upload');
    },

    /** Moves the uploads of a game to another one, where the open ones continue. */
    moveToGame: repository.moveToGame,

    /** Returns false, and keeps the upload, if it was touched after `since` or a chunk is arriving. */
    async discardUntouched(clientId: string, since: string): Promise<boolean> {
      if (context.requests.has(clientId)) return false;
      const upload = await repository.findUploadByClientId(db, clientId);
      return upload !== undefined && discardUpload(context, upload, { untouchedSince: since });
    },

    discardLost: () => discardLost(deps),

    /** A job. */
    forgetCompleted: () => repository.deleteCompletedBefore(db, isoAt(clock, -keepCompletedMs)),
  };
}

/** @throws AppError for every refusal; none of the chunk is stored then */
async function storeChunk(
  context: UploadContext,
  uploadRequest: UploadRequest,
  body: ChunkBody,
): Promise<ChunkStored> {
  const { requests, maxChunkBytes } = context;
  const request = { ...uploadRequest, requestId: newId() };
  refuseImpossible(request, maxChunkBytes, context.storage.limits);
  requests.set(request.uploadId, (requests.get(request.uploadId) ?? 0) + 1);
  let upload: UploadRow | undefined;
  try {
    do {
      upload = await openUpload(context, request);
    } while (!(await recordRequest(context, upload, request)));
    const stored = await storeChunkOf(upload, context, request, body);
    await forgetRequest(context, request);
    endRequest(context, request.uploadId);
    return stored;
  } catch (error) {
    await forgetRequest(context, request, error);
    const isLast = endRequest(context, request.uploadId) === 0;
    if (upload) await discardAfterFailure(context, upload, error, isLast);
    throw asRefusal(error);
  }
}

/** Returns the number of this upload's requests that are still in progress. */
function endRequest({ requests }: UploadContext, clientId: string): number {
  const left = (requests.get(clientId) ?? 1) - 1;
  if (left > 0) requests.set(clientId, left);
  else requests.delete(clientId);
  return left;
}

/** If the storage takes longer than a request may, refuses with `upload_completing` and continues in the background. */
function completeInTime(context: UploadContext, request: UploadRequest): Promise<Game> {
  return withinMs(completionAnswerMs, completeUpload(context, request), stillCompleting);
}

/** Stores and completes a file sent in a single request. Leaves nothing behind if that fails. */
async function storeWhole(context: UploadContext, request: UploadRequest, body: ChunkBody): Promise<Game> {
  await storeChunk(context, { ...request, isWhole: true }, body);
  try {
    return await completeUpload(context, request);
  } catch (error) {
    const upload = await repository.findUploadByClientId(context.db, request.uploadId);
    if (upload) await discardUpload(context, upload);
    throw error;
  }
}

/**
 * A job: removes parts in storage that a crash has left without an upload. Only in an object store, whose prefix belongs to
 * this library alone; on a disk, an admin decides.
 */
async function discardLost({ db, storage, clock, log }: UploadDeps): Promise<void> {
  if (!storage.isExclusive) return;
  const before = clock.now().getTime() - lostAfterMs;
  for (const { id, key, modifiedAt } of await storage.listTemp()) {
    if (key === null || modifiedAt.getTime() > before || (await repository.isKeyInUse(db, key))) continue;
    await storage.deleteTemp(id);
    log.info({ key }, 'parts of an upload that no longer exists were removed');
  }
}

async function listUnfinished(
  { db, clock, requests }: UploadContext,
  { userId, isContribution }: Sender,
  { page, gameId }: z.infer<typeof uploadsQuery>,
): Promise<z.infer<typeof unfinishedUploads>> {
  const filter = { gameId, contributor: isContribution ? userId : undefined };
  const offset = (page - 1) * uploadsPerPage;
  const uploads = await repository.listOpenUploads(db, filter, { offset, limit: uploadsPerPage });
  const total = await repository.countOpenUploads(db, filter);
  const recently = isoAt(clock, -betweenChunksMs);
  return {
    uploads: uploads.map((upload) => ({
      ...present(upload),
      isSending: requests.has(upload.clientId) || upload.touchedAt > recently,
      startedBy: upload.userName === null ? null : { name: upload.userName, isYou: upload.userId === userId },
    })),
    currentPage: page,
    totalPages: pageCount(total, uploadsPerPage),
  };
}

function asRefusal(error: unknown): unknown {
  if (error instanceof ChunkError) {
    const code = error.reason === 'too_large' ? 'payload_too_large' : 'malformed_request';
    return new AppError(code, error.message);
  }
  if (isForeignKeyViolation(error)) return notFound('Upload');
  return error;
}

function present(upload: OpenUpload) {
  return {
    uploadId: upload.clientId,
    title: upload.title,
    platform: upload.platform,
    extra: extraOf(upload) ?? null,
    gameId: upload.gameId,
    replace: upload.replacesFile === 1,
    fileName: upload.fileName,
    fileExtension: upload.extension,
    fileSize: upload.fileSize,
    chunkSize: upload.chunkSize,
    totalChunks: upload.totalChunks,
    storedChunks: upload.storedChunks,
    storedBytes: upload.storedBytes,
    startedAt: upload.createdAt,
    touchedAt: upload.touchedAt,
  };
}

// Ends an open upload without a file: when it is cancelled, has failed, or was abandoned.

/**
 * Deletes the row first, and the bytes once no request writes or moves them. Returns whether an open upload that meets the
 * conditions was discarded.
 */
async function discardUpload(
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
async function discardAfterFailure(
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
