// Turns an upload whose chunks are all stored into a platform file of a game. Used by the uploads service.
import type { Game } from '@cellar/contract/games.ts';
import type { FastifyBaseLogger } from 'fastify';
import { isUniqueViolation } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { DownloadReferences } from '#features/downloads/download-references.service.ts';
import type { FilesService } from '#features/files/files.service.ts';
import type { GamesService } from '#features/games/games.service.ts';
import type { MatchesService } from '#features/metadata/matches/matches.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { createSingleFlight } from '#platform/single-flight.ts';
import { BytesLostError, type FinishedUpload, type Storage } from '#platform/storage/storage.ts';
import type { UploadRequest } from './upload.ts';
import { missingNumbers, refuseChanged } from './upload-rules.ts';
import type { UploadRow } from './uploads.repository.ts';
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
  log: FastifyBaseLogger;
}

export function createCompletion(deps: Deps) {
  const { db, storage, games, files, downloadReferences, matches, audit, clock, log } = deps;
  const running = createSingleFlight<Game>();

  /** Idempotent: a repeated completion answers the same game. @throws AppError missing_chunks, game_exists … */
  function complete(request: UploadRequest): Promise<Game> {
    return running.run(() => completeOnce(request), request.uploadId);
  }

  async function completeOnce(request: UploadRequest): Promise<Game> {
    const upload = await repository.findUploadByClientId(db, request.uploadId);
    if (!upload) throw notFound('Upload');
    if (upload.state === 'completed') return games.getGame(upload.resultGameId ?? '', { isForMember: true });
    refuseChanged(upload, request);
    const gameId = await finish(upload, request).catch(async (error) => {
      // Who cancels it, or completes it on another node, takes its chunks away under this one.
      const now = await repository.findUploadByClientId(db, request.uploadId);
      if (now?.id !== upload.id) throw notFound('Upload');
      if (now.resultGameId === null) throw error;
      return now.resultGameId;
    });
    return games.getGame(gameId, { isForMember: true });
  }

  async function finish(upload: UploadRow, request: UploadRequest): Promise<string> {
    const finished = await measure(upload, request);
    const isReplacement = upload.replacesFile === 1 || request.replace === true;
    if (!isReplacement) await refuseExisting(request);
    const gameId = await becomeFile(upload, finished, { isReplacement, actor: request.actor });
    const { title, platform } = upload;
    log.info({ gameId, title, platform, size: finished.size }, 'upload completed');
    if (!upload.gameId) matches.searchSoon();
    const afterwards = isReplacement
      ? files.removeCondemned().then(() => files.digestFiles())
      : files.digestFiles();
    afterwards.catch((error) => log.error({ err: error }, 'a digest could not be computed'));
    return gameId;
  }

  /** @throws AppError missing_chunks, upload_changed */
  async function measure(upload: UploadRow, request: UploadRequest): Promise<FinishedUpload> {
    const { id, totalChunks } = upload;
    const chunks = await repository.listChunks(db, id);
    const missing = missingNumbers(chunks, totalChunks);
    if (missing.length > 0) {
      const message = `${missing.length} of ${totalChunks} chunks are missing`;
      throw new AppError('missing_chunks', message, { missingChunks: missing.slice(0, 1000) });
    }
    const size = chunks.reduce((sum, chunk) => sum + chunk.size, 0);
    const chunkSize = upload.chunkSize ?? size;
    const announced = upload.fileSize ?? request.fileSize ?? size;
    if ((chunks.at(-1)?.size ?? 0) > chunkSize || announced !== size) {
      throw new AppError('upload_changed', `The chunks do not make the file of ${announced} bytes`);
    }
    return { size, chunkSize, totalChunks };
  }

  async function becomeFile(
    upload: UploadRow,
    finished: FinishedUpload,
    { isReplacement, actor }: { isReplacement: boolean; actor: string | undefined },
  ): Promise<string> {
    const { id, title, platform, extension } = upload;
    await storage.finishUpload(id, finished).catch((error) => forgetLost(upload, error));
    if (isReplacement) await releaseReplaced(upload);
    try {
      return await db.transaction().execute(async (trx) => {
        const gameId = upload.gameId ?? (await games.ensureGame(trx, title));
        if (!upload.gameId) await matches.queueAdded(trx, { gameId, fileName: upload.fileName });
        if (isReplacement) await makeWay(trx, { gameId, platform, actor });
        await files.addFile(trx, { gameId, platform, extension, fileSize: finished.size, storageKey: id });
        // Cancelled meanwhile: its bytes are about to go, so no row may point at them.
        if (!(await repository.completeUpload(trx, id, gameId, isoAt(clock)))) throw notFound('Upload');
        return gameId;
      });
    } catch (error) {
      // Cancelled on another node while this one moved its bytes: the other has looked for them in their old place.
      const isInUse = await repository.isKeyInUse(db, id).catch(() => true);
      if (!isInUse) await storage.discardUpload(id);
      if (!isUniqueViolation(error)) throw error;
      throw gameExists(title, platform);
    }
  }

  /** Before the transaction, which would otherwise change every download of the old file at once. */
  async function releaseReplaced({ gameId, title, platform }: UploadRow): Promise<void> {
    const id = gameId ?? (await games.checkGame(title, platform)).gameId;
    const old = id && (await files.findFile(id, platform));
    if (old) await downloadReferences.release('fileId', old.id);
  }

  /** One replacement of a game at a time: a second one replaces what the first has put there. */
  async function makeWay(
    trx: Trx,
    { gameId, platform, actor }: { gameId: string; platform: string; actor: string | undefined },
  ): Promise<void> {
    const title = await games.hold(trx, gameId);
    if (!(await files.removeFile(trx, gameId, platform))) return;
    await audit.write(trx, { action: 'file_replaced', actor, subject: `${title} (${platform})` });
  }

  /** Bytes that were recorded are gone: the upload begins anew, and whoever sends it is told what is missing. */
  async function forgetLost(upload: UploadRow, error: unknown): Promise<never> {
    if (!(error instanceof BytesLostError)) throw error;
    // Completed or cancelled on another node meanwhile: nothing is lost.
    const now = await repository.findUploadByClientId(db, upload.clientId);
    if (now?.id !== upload.id || now.state !== 'open') throw error;
    log.error({ err: error, uploadId: upload.id }, 'stored chunks are lost');
    await repository.deleteChunks(db, upload.id);
    const missingChunks = missingNumbers([], upload.totalChunks).slice(0, 1000);
    throw new AppError('missing_chunks', 'The server has lost the stored chunks; send them again', {
      missingChunks,
    });
  }

  /** @throws AppError game_exists */
  async function refuseExisting({ gameId, title, platform }: UploadRequest): Promise<void> {
    const exists = gameId
      ? (await files.findFile(gameId, platform)) !== undefined
      : (await games.checkGame(title, platform)).platformExists;
    if (exists) throw gameExists(title, platform);
  }

  return {
    complete,
    refuseExisting,
    /** Waits for the completion of this upload that is in progress, if any, whether it succeeds or fails. */
    waitForCompletion: (clientId: string) => running.ended(clientId),
  };
}

function gameExists(title: string, platform: string): AppError {
  return new AppError('game_exists', `Game "${title}" already exists for platform "${platform}"`);
}
