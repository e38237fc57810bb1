// Uploads in chunks: opening one, storing its chunks, completing, cancelling, listing what is unfinished.
// Order everywhere: bytes, then record, then acknowledgement.
import type { Readable } from 'node:stream';
import type { Game } from '@cellar/contract/games.ts';
import type { ArchiveExtension } from '@cellar/contract/rules/archives.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { ChunkFields, ChunkStored, UnfinishedUpload } from '@cellar/contract/uploads.ts';
import type { FastifyBaseLogger } from 'fastify';
import { isForeignKeyViolation, isUniqueViolation } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import type { FilesService } from '#features/files/files.service.ts';
import type { GamesService } from '#features/games/games.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { ChunkError, type ChunkWritten, type Spooled, type Storage } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import { ChunkTurns } from './chunk-turns.ts';
import {
  expectedSize,
  inspectArchive,
  missingNumbers,
  refuseChanged,
  refuseImpossible,
} from './upload-rules.ts';
import type { UploadRow } from './uploads.repository.ts';
import * as repository from './uploads.repository.ts';

/** What an upload is for, and the chunk or completion a request brings. */
export interface UploadRequest extends ChunkFields {
  /** The game a file is added to; absent for a new game. */
  gameId?: string;
  title: string;
  platform: string;
  extension: ArchiveExtension;
  userId: string;
  /** One request with the whole file: no chunk limit holds. */
  isWhole?: boolean;
}

interface Deps {
  db: Db;
  storage: Storage;
  games: GamesService;
  files: FilesService;
  clock: Clock;
  maxChunkBytes: number;
  log: FastifyBaseLogger;
}

export type UploadsService = ReturnType<typeof createUploadsService>;

const keepCompletedMs = 7 * 24 * 3600 * 1000;

export function createUploadsService({ db, storage, games, files, clock, maxChunkBytes, log }: Deps) {
  const turns = new ChunkTurns();
  /** Requests under way by the client's id: an upload without a chunk is dropped when its last one has failed. */
  const underWay = new Map<string, number>();
  const completing = new Map<string, Promise<Game>>();

  /** @throws AppError for every refusal; nothing of the chunk is left then */
  async function storeChunk(request: UploadRequest, body: Readable): Promise<ChunkStored> {
    refuseImpossible(request, maxChunkBytes);
    underWay.set(request.uploadId, (underWay.get(request.uploadId) ?? 0) + 1);
    let upload: UploadRow | undefined;
    try {
      upload = await openUpload(request);
      return await storeOpened(upload, request, body);
    } catch (error) {
      if (upload) await tidyAfter(error, upload, request);
      throw asRefusal(error);
    } finally {
      leave(request.uploadId);
    }
  }

  async function openUpload(request: UploadRequest): Promise<UploadRow> {
    const known = await repository.findUploadByClientId(db, request.uploadId);
    if (known) return refuseChanged(known, request);
    await refuseExisting(request);
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
    upload: UploadRow,
    request: UploadRequest,
    body: Readable,
  ): Promise<ChunkStored> {
    const { chunkNumber } = request;
    const abort = () =>
      body.destroy(new AppError('request_timeout', 'The upload was cancelled or sent again'));
    await turns.take(upload.id, chunkNumber, abort, async (onProgress) => {
      const stored = await repository.findChunk(db, upload.id, chunkNumber);
      if (stored) {
        // What is acknowledged is never written again: a repetition that is cut could spoil it.
        body.resume();
        if (request.chunkSha256 && stored.sha256 && request.chunkSha256 !== stored.sha256) {
          throw new AppError('chunk_mismatch', `Chunk ${chunkNumber} is stored with another content`);
        }
        return;
      }
      const chunkSize = await agreeOnChunkSize(upload, request);
      await record(upload, request, await writeChunk({ ...upload, chunkSize }, request, body, onProgress));
    });
    return {
      message: `Chunk ${chunkNumber + 1} of ${upload.totalChunks} stored`,
      uploadId: upload.clientId,
      chunkNumber,
      totalChunks: upload.totalChunks,
      stored: await repository.countChunks(db, upload.id),
    };
  }

  /** Before a byte is written: a chunk put by another size would lie on its neighbours. Null while nobody has said it. */
  async function agreeOnChunkSize(upload: UploadRow, { chunkSize }: UploadRequest): Promise<number | null> {
    if (upload.chunkSize !== null || chunkSize === undefined) return upload.chunkSize;
    const agreed = await repository.settleChunkSize(db, upload.id, chunkSize);
    if (agreed === chunkSize) return agreed;
    throw new AppError('upload_changed', `The chunks of this upload have ${agreed} bytes, not ${chunkSize}`);
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
  async function tidyAfter(error: unknown, upload: UploadRow, request: UploadRequest): Promise<void> {
    if (upload.state !== 'open') return;
    // It was cancelled or refused meanwhile, and this writer may have made its file anew.
    if (isForeignKeyViolation(error)) return storage.discardUpload(upload.id);
    const isWrongArchive = error instanceof AppError && error.code === 'not_an_archive';
    const isAlone = underWay.get(request.uploadId) === 1;
    if (!isWrongArchive && !(isAlone && (await repository.countChunks(db, upload.id)) === 0)) return;
    await discard(upload);
  }

  function leave(clientId: string): void {
    const left = (underWay.get(clientId) ?? 1) - 1;
    if (left > 0) underWay.set(clientId, left);
    else underWay.delete(clientId);
  }

  async function discard(upload: UploadRow): Promise<void> {
    if (!(await repository.deleteOpenUpload(db, upload.id))) return;
    await turns.abortAll(upload.id);
    await storage.discardUpload(upload.id);
  }

  async function refuseExisting({ gameId, title, platform }: UploadRequest): Promise<void> {
    const exists = gameId
      ? (await files.findFile(gameId, platform)) !== undefined
      : (await games.checkGame(title, platform)).platformExists;
    if (exists)
      throw new AppError('game_exists', `Game "${title}" already exists for platform "${platform}"`);
  }

  async function refuseWithoutRoom(fileSize: number | undefined): Promise<void> {
    const free = await storage.freeBytes();
    if (fileSize === undefined || free === undefined || fileSize <= free) return;
    throw new AppError('storage_full', `The server has ${free} bytes left, and this file needs ${fileSize}.`);
  }

  /** Idempotent: a repeated completion answers the same game. @throws AppError missing_chunks, game_exists … */
  function complete(request: UploadRequest): Promise<Game> {
    const running = completing.get(request.uploadId);
    if (running) return running;
    const work = completeOnce(request).finally(() => completing.delete(request.uploadId));
    completing.set(request.uploadId, work);
    return work;
  }

  async function completeOnce(request: UploadRequest): Promise<Game> {
    const upload = await repository.findUploadByClientId(db, request.uploadId);
    if (!upload) throw notFound('Upload');
    if (upload.state === 'completed') return games.getGame(upload.resultGameId ?? '');
    refuseChanged(upload, request);
    const chunks = await repository.listChunks(db, upload.id);
    const missing = missingNumbers(chunks, upload.totalChunks);
    if (missing.length > 0) {
      const message = `${upload.totalChunks - chunks.length} of ${upload.totalChunks} chunks are missing`;
      throw new AppError('missing_chunks', message, { missingChunks: missing.slice(0, 1000) });
    }
    const size = chunks.reduce((sum, chunk) => sum + chunk.size, 0);
    const chunkSize = upload.chunkSize ?? size;
    if ((chunks.at(-1)?.size ?? 0) > chunkSize || (upload.fileSize !== null && upload.fileSize !== size)) {
      throw new AppError(
        'upload_changed',
        `The chunks do not make the file of ${upload.fileSize ?? size} bytes`,
      );
    }
    await refuseExisting(request);
    await storage.finishUpload(upload.id, { size, chunkSize, totalChunks: upload.totalChunks });
    const gameId = await recordFile(upload, size);
    log.info({ gameId, title: upload.title, platform: upload.platform, size }, 'upload completed');
    files.digestFiles().catch((error) => log.error({ err: error }, 'a digest could not be computed'));
    return games.getGame(gameId);
  }

  async function recordFile(upload: UploadRow, fileSize: number): Promise<string> {
    const { id, title, platform, extension } = upload;
    try {
      return await db.transaction().execute(async (trx) => {
        const gameId = upload.gameId ?? (await games.ensureGame(trx, title));
        await files.addFile(trx, { gameId, platform, extension, fileSize, storageKey: id });
        await repository.completeUpload(trx, id, gameId, isoAt(clock));
        return gameId;
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError('game_exists', `Game "${title}" already exists for platform "${platform}"`);
    }
  }

  return {
    storeChunk,
    complete,

    /** Keeps a body whose fields come after it. */
    async spool(body: Readable): Promise<Spooled> {
      return storage.spool(body, maxChunkBytes).catch((error) => {
        throw asRefusal(error);
      });
    },

    /** A file in one request: stored whole and completed, or nothing is left of it. */
    async storeWhole(request: UploadRequest, body: Readable): Promise<Game> {
      await storeChunk({ ...request, isWhole: true }, body);
      try {
        return await complete(request);
      } catch (error) {
        const upload = await repository.findUploadByClientId(db, request.uploadId);
        if (upload) await discard(upload);
        throw error;
      }
    },

    /** @throws AppError not_found for an upload that is unknown or completed */
    async cancel(clientId: string): Promise<void> {
      const upload = await repository.findUploadByClientId(db, clientId);
      if (!upload || !(await repository.deleteOpenUpload(db, upload.id))) throw notFound('Upload');
      await turns.abortAll(upload.id);
      await storage.discardUpload(upload.id);
    },

    async listUnfinished(): Promise<UnfinishedUpload[]> {
      const uploads = await repository.listOpenUploads(db);
      return Promise.all(
        uploads.map(async (upload) => present(upload, await repository.listChunks(db, upload.id))),
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

function present(upload: UploadRow, chunks: repository.ChunkRow[]): UnfinishedUpload {
  const { clientId, title, platform, gameId, fileName, extension, fileSize, chunkSize, totalChunks } = upload;
  return {
    ...{ title, platform, gameId, fileName, fileSize, chunkSize, totalChunks },
    uploadId: clientId,
    fileExtension: extension,
    chunks: chunks.map(({ chunkNumber, sha256 }) => ({ chunkNumber, sha256 })),
    startedAt: upload.createdAt,
    touchedAt: upload.touchedAt,
  };
}
