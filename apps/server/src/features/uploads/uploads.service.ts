// Uploads in chunks: opening one, storing its chunks, completing, cancelling, listing what is unfinished.
// Order everywhere: bytes, then record, then acknowledgement.
import type { Readable } from 'node:stream';
import type { Game } from '@cellar/contract/games.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { ChunkStored, UnfinishedUpload } from '@cellar/contract/uploads.ts';
import type { FastifyBaseLogger } from 'fastify';
import { isForeignKeyViolation, isUniqueViolation } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { DownloadReferences } from '#features/downloads/download-references.service.ts';
import type { FilesService } from '#features/files/files.service.ts';
import type { GamesService } from '#features/games/games.service.ts';
import type { MatchesService } from '#features/metadata/matches/matches.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { ChunkError, type ChunkWritten, type Spooled, type Storage } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import { ChunkTurns } from './chunk-turns.ts';
import type { ChunkBody, UploadRequest } from './upload.ts';
import { createCompletion } from './upload-completion.ts';
import {
  expectedSize,
  inspectArchive,
  refuseChanged,
  refuseImpossible,
  uploadChanged,
} from './upload-rules.ts';
import type { ChunkRow, UploadRow } from './uploads.repository.ts';
import * as repository from './uploads.repository.ts';

interface Deps {
  db: Db;
  storage: Storage;
  games: GamesService;
  files: FilesService;
  downloadReferences: DownloadReferences;
  matches: MatchesService;
  audit: AuditService;
  clock: Clock;
  maxChunkBytes: number;
  log: FastifyBaseLogger;
}

export type UploadsService = ReturnType<typeof createUploadsService>;

const keepCompletedMs = 7 * 24 * 3600 * 1000;

/** A client that goes on sends its next chunk within this time. */
const betweenChunksMs = 2000;

export function createUploadsService(deps: Deps) {
  const { db, storage, files, clock, maxChunkBytes } = deps;
  const turns = new ChunkTurns();
  /** Requests under way by the client's id: an upload without a chunk is dropped when its last one has failed. */
  const underWay = new Map<string, number>();
  const completion = createCompletion(deps);

  /** @throws AppError for every refusal; nothing of the chunk is left then */
  async function storeChunk(request: UploadRequest, body: ChunkBody): Promise<ChunkStored> {
    refuseImpossible(request, maxChunkBytes);
    underWay.set(request.uploadId, (underWay.get(request.uploadId) ?? 0) + 1);
    let upload: UploadRow | undefined;
    try {
      upload = await openUpload(request);
      const stored = await storeOpened(upload, request, body);
      leave(request.uploadId);
      return stored;
    } catch (error) {
      const isLast = leave(request.uploadId) === 0;
      if (upload) await tidyAfter(error, upload, isLast);
      throw asRefusal(error);
    }
  }

  async function openUpload(request: UploadRequest): Promise<UploadRow> {
    const known = await repository.findUploadByClientId(db, request.uploadId);
    if (known) return refuseChanged(known, request);
    if (!request.replace) await completion.refuseExisting(request);
    await refuseWithoutRoom(request.fileSize);
    const now = isoAt(clock);
    const upload: UploadRow = {
      id: newId(),
      clientId: request.uploadId,
      userId: request.userId,
      gameId: request.gameId ?? null,
      title: request.title,
      titleKey: titleKey(request.title),
      platform: request.platform,
      replacesFile: request.replace ? 1 : 0,
      extension: request.extension,
      fileName: request.fileName ?? null,
      fileSize: request.fileSize ?? null,
      chunkSize: request.chunkSize ?? null,
      totalChunks: request.totalChunks,
      state: 'open',
      resultGameId: null,
      createdAt: now,
      touchedAt: now,
    };
    try {
      await repository.insertUpload(db, upload);
      return upload;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      // Another chunk of the same upload was first; or else another upload has this title and platform.
      const other = await repository.findUploadByClientId(db, request.uploadId);
      if (other) return refuseChanged(other, request);
      throw new AppError(
        'upload_under_way',
        `An upload of "${request.title}" for platform "${request.platform}" is already under way. Resume or cancel it first.`,
      );
    }
  }

  async function storeOpened(
    opened: UploadRow,
    request: UploadRequest,
    body: ChunkBody,
  ): Promise<ChunkStored> {
    const { chunkNumber } = request;
    const upload = await settleSize(opened, request.chunkSize);
    const abort = () => body.abort(new AppError('request_timeout', 'The upload was cancelled or sent again'));
    await turns.take(upload.id, chunkNumber, abort, async (onProgress) => {
      const stored = await repository.findChunk(db, upload.id, chunkNumber);
      if (stored) return acceptRepeated(stored, request, body);
      // It may have ended while this chunk waited for its turn; only then can a chunk that was stored be gone.
      const current = await repository.findUploadByClientId(db, upload.clientId);
      if (current?.id !== upload.id) throw notFound('Upload');
      refuseChanged(current, request);
      const written = await writeChunk(current, request, body.stream, onProgress);
      await body.whole;
      await record(current, request, written);
    });
    return {
      message: `Chunk ${chunkNumber + 1} of ${upload.totalChunks} stored`,
      uploadId: upload.clientId,
      chunkNumber,
      totalChunks: upload.totalChunks,
      stored: await repository.countChunks(db, upload.id),
    };
  }

  /** Before any byte is written by it: two sizes at once would put chunks over each other. */
  async function settleSize(upload: UploadRow, announced: number | undefined): Promise<UploadRow> {
    if (upload.chunkSize !== null || announced === undefined) return upload;
    const chunkSize = await repository.settleChunkSize(db, upload.id, announced);
    if (chunkSize !== announced) throw uploadChanged();
    return { ...upload, chunkSize };
  }

  /** What is acknowledged is never written again: a repetition that is cut could spoil it. */
  async function acceptRepeated(stored: ChunkRow, request: UploadRequest, body: ChunkBody): Promise<void> {
    body.stream.resume();
    if (request.chunkSha256 && stored.sha256 && request.chunkSha256 !== stored.sha256) {
      throw new AppError('chunk_mismatch', `Chunk ${request.chunkNumber} is stored with another content`);
    }
    await body.whole;
  }

  function writeChunk(upload: UploadRow, request: UploadRequest, body: Readable, onProgress: () => void) {
    const { chunkNumber } = request;
    const chunkSize = upload.chunkSize ?? undefined;
    const offset = upload.totalChunks === 1 ? 0 : chunkSize && chunkNumber * chunkSize;
    const exactBytes = expectedSize(upload, chunkNumber, chunkSize);
    return storage.writeChunk(upload.id, body, {
      chunkNumber,
      offset,
      maxBytes: request.isWhole ? Number.MAX_SAFE_INTEGER : (chunkSize ?? maxChunkBytes),
      onProgress,
      // They come from the network, or from what was spooled, and go nowhere else.
      mayTakeBuffers: true,
      ...(exactBytes === undefined ? {} : { exactBytes }),
      ...(request.chunkSha256 ? { expectedSha256: request.chunkSha256 } : {}),
      ...(chunkNumber === 0
        ? { inspect: (head: Uint8Array) => inspectArchive(head, request.extension) }
        : {}),
    });
  }

  async function record(upload: UploadRow, request: UploadRequest, written: ChunkWritten): Promise<void> {
    const { chunkNumber } = request;
    const isLast = chunkNumber === upload.totalChunks - 1;
    if (written.size === 0 && upload.totalChunks > 1)
      throw new AppError('malformed_request', 'The chunk is empty');
    if (!isLast) {
      const chunkSize = await repository.settleChunkSize(db, upload.id, written.size);
      if (chunkSize !== written.size) {
        throw new AppError(
          'malformed_request',
          `The chunk has ${written.size} bytes instead of ${chunkSize}`,
        );
      }
      await storage.placeChunk(upload.id, chunkNumber, chunkNumber * chunkSize);
    }
    await db
      .transaction()
      .execute((trx) =>
        repository.insertChunk(trx, { uploadId: upload.id, chunkNumber, ...written }, isoAt(clock)),
      );
  }

  /** A wrong archive ends its upload; an upload that holds no chunk leaves nothing behind. */
  async function tidyAfter(error: unknown, upload: UploadRow, isLast: boolean): Promise<void> {
    if (upload.state !== 'open') return;
    const isWrongArchive = error instanceof AppError && error.code === 'not_an_archive';
    if (!isWrongArchive && !(isLast && (await repository.countChunks(db, upload.id)) === 0)) return;
    if (await discard(upload)) return;
    // Its row may have gone under it, with the game it was for.
    if (!(await repository.isKeyInUse(db, upload.id))) await storage.discardUpload(upload.id);
  }

  /** Gives how many requests of this upload are still under way. */
  function leave(clientId: string): number {
    const left = (underWay.get(clientId) ?? 1) - 1;
    if (left > 0) underWay.set(clientId, left);
    else underWay.delete(clientId);
    return left;
  }

  /** Row first, then bytes, once nobody writes or moves them any more. Gives whether there was an open upload. */
  async function discard({ id, clientId }: UploadRow, untouchedSince?: string): Promise<boolean> {
    const wasOpen = await db.transaction().execute(async (trx) => {
      const isOpen = await repository.deleteOpenUpload(trx, id, untouchedSince);
      if (isOpen) await files.condemn(trx, [id]);
      return isOpen;
    });
    if (!wasOpen) return false;
    await turns.abortAll(id);
    await completion.waitForCompletion(clientId);
    await files.removeCondemned();
    return true;
  }

  async function refuseWithoutRoom(fileSize: number | undefined): Promise<void> {
    const free = await storage.freeBytes();
    if (fileSize === undefined || free === undefined) return;
    const awaited = await repository.sumAwaitedBytes(db);
    if (fileSize <= free - awaited) return;
    const room = formatBytes(Math.max(0, free));
    const others = awaited > 0 ? `, and unfinished uploads still need ${formatBytes(awaited)} of it` : '';
    throw new AppError(
      'storage_full',
      `This file needs ${formatBytes(fileSize)}. The server has room for ${room}${others}.`,
    );
  }

  return {
    storeChunk,
    complete: completion.complete,

    /** Keeps a body whose fields come after it. */
    async spool(body: Readable, maxBytes = maxChunkBytes): Promise<Spooled> {
      return storage.spool(body, maxBytes).catch((error) => {
        throw asRefusal(error);
      });
    },

    /** A file in one request: stored whole and completed, or nothing is left of it. */
    async storeWhole(request: UploadRequest, body: ChunkBody): Promise<Game> {
      await storeChunk({ ...request, isWhole: true }, body);
      try {
        return await completion.complete(request);
      } catch (error) {
        const upload = await repository.findUploadByClientId(db, request.uploadId);
        if (upload) await discard(upload);
        throw error;
      }
    },

    /** @throws AppError not_found for an upload that is unknown or completed */
    async cancel(clientId: string): Promise<void> {
      const upload = await repository.findUploadByClientId(db, clientId);
      if (!upload || !(await discard(upload))) throw notFound('Upload');
    },

    /** For who clears up. False when somebody has touched it since, or sends a chunk of it right now. */
    async discardUntouched(clientId: string, since: string): Promise<boolean> {
      if (underWay.has(clientId)) return false;
      const upload = await repository.findUploadByClientId(db, clientId);
      return upload !== undefined && discard(upload, since);
    },

    async listUnfinished(memberId: string): Promise<UnfinishedUpload[]> {
      const uploads = await repository.listOpenUploads(db);
      const recently = isoAt(clock, -betweenChunksMs);
      return Promise.all(
        uploads.map(async ({ userName, ...upload }) => ({
          ...present(upload, await repository.listChunks(db, upload.id)),
          isSending: underWay.has(upload.clientId) || upload.touchedAt > recently,
          startedBy: userName === null ? null : { name: userName, isYou: upload.userId === memberId },
        })),
      );
    },

    forgetCompleted: () => repository.deleteCompletedBefore(db, isoAt(clock, -keepCompletedMs)),
  };
}

function asRefusal(error: unknown): unknown {
  if (error instanceof ChunkError) {
    return new AppError(
      error.reason === 'too_large' ? 'payload_too_large' : 'malformed_request',
      error.message,
    );
  }
  if (isForeignKeyViolation(error)) return notFound('Upload');
  return error;
}

function present(upload: UploadRow, chunks: repository.ChunkRow[]) {
  const { clientId, title, platform, gameId, fileName, extension, fileSize, chunkSize, totalChunks } = upload;
  return {
    ...{ title, platform, gameId, fileName, fileSize, chunkSize, totalChunks },
    uploadId: clientId,
    replace: upload.replacesFile === 1,
    fileExtension: extension,
    chunks: chunks.map(({ chunkNumber, sha256 }) => ({ chunkNumber, sha256 })),
    startedAt: upload.createdAt,
    touchedAt: upload.touchedAt,
  };
}
