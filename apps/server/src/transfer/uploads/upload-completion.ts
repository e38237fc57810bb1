// Turns an upload into a platform file or an extra once all its chunks are stored.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Game } from '@cellar/contract/games/games.ts';
import { isUniqueViolation } from '#db/database.ts';
import type { Trx } from '#db/schema.ts';
import { AppError, notFound } from '#http/errors.ts';
import { isoAt, minuteMs } from '#platform/clock.ts';
import { LeaseLostError, released } from '#platform/lease.ts';
import type { FinishedUpload } from '#platform/storage/storage.ts';
import { forgetLostChunks } from './chunk-storing.ts';
import { isAnyStoring, listChunks } from './chunks.repository.ts';
import type { UploadContext, UploadDeps, UploadRequest } from './upload.ts';
import { refuseExisting } from './upload-opening.ts';
import {
  describeUpload,
  extraOf,
  gameExists,
  mayContinue,
  missingNumbers,
  refuseChanged,
} from './upload-rules.ts';
import * as repository from './uploads.repository.ts';
import { completionLeases, type UploadRow } from './uploads.repository.ts';

const leasePollMs = 200;
/** Longer than a storage may take for a chunk (90 s in chunk-storing.ts), and than the clocks of two nodes may differ. */
const longestStoringMs = 10 * minuteMs;

interface Completion {
  /** The lease under which the upload is completed. */
  holder: string;
  finished: FinishedUpload;
  isReplacement: boolean;
  actor: string | undefined;
}

/**
 * Idempotent: a repeated completion returns the same game. Whether a member may complete the upload is checked before they share a
 * completion that is in progress.
 * @throws AppError missing_chunks, game_exists, extra_exists …
 */
export async function completeUpload(context: UploadContext, request: UploadRequest): Promise<Game> {
  const { db, games, completions } = context;
  const upload = await repository.findUploadByClientId(db, request.uploadId);
  if (!upload) throw notFound('Upload');
  if (upload.state === 'completed' && mayContinue(upload, request)) {
    return games.getGame(upload.resultGameId ?? '', request.userId);
  }
  refuseChanged(upload, request);
  const finishing = completions.run(() => finish(context, upload, request), upload.id);
  const gameId = await finishing.catch(async (error) => {
    // Another request may have cancelled the upload, or another node may have completed it and removed its chunks.
    const now = await repository.findUploadByClientId(db, request.uploadId);
    if (now?.id !== upload.id) throw notFound('Upload');
    if (now.resultGameId !== null) return now.resultGameId;
    throw error instanceof LeaseLostError ? stillCompleting() : error;
  });
  return games.getGame(gameId, request.userId);
}

async function finish(deps: UploadDeps, upload: UploadRow, request: UploadRequest): Promise<string> {
  const { files, matches, log } = deps;
  // An admin may complete what a contributor has begun. It remains a contribution.
  const isContribution = upload.isContribution === 1;
  const isReplacement = !isContribution && (upload.replacesFile === 1 || request.replace === true);
  const userId = isContribution ? (upload.userId ?? '') : request.userId;
  if (!isReplacement) await refuseExisting(deps, { ...request, userId, isContribution });
  const { gameId, finished, replaced } = await underLease(deps, upload, async (holder) => {
    await untilNoneIsStoring(deps, upload);
    const finished = await listAllChunks(deps, upload, request);
    const completion = { holder, finished, isReplacement, actor: request.actor };
    return { finished, ...(await moveIntoLibrary(deps, upload, completion)) };
  });
  const what = describeUpload(request);
  log.info({ gameId, what, size: finished.size }, 'upload completed');
  if (!upload.gameId) matches.searchSoon();
  files
    .removeNow(replaced)
    .then(files.digestFiles)
    .catch((error) => log.error({ err: error }, 'a digest could not be computed'));
  return gameId;
}

/** Lets only one node at a time complete an upload. Waits for another node. */
async function underLease<Result>(
  { db, clock, log }: UploadDeps,
  { id }: UploadRow,
  work: (holder: string) => Promise<Result>,
): Promise<Result> {
  let lease = completionLeases.begin(clock);
  while (!(await repository.claimCompletion(db, id, lease, isoAt(clock)))) {
    // The caller finds out how the upload has ended.
    if (!(await repository.isOpen(db, id))) throw notFound('Upload');
    await sleep(leasePollMs);
    lease = completionLeases.begin(clock);
  }
  const { holder } = lease;
  try {
    return await completionLeases.hold({ db, clock, log }, { id, holder }, () => work(holder));
  } finally {
    // Otherwise the lease runs out.
    await completionLeases
      .update(db, { id, holder }, released)
      .catch((err) => log.warn({ err, uploadId: id }, 'a lease could not be released'));
  }
}

/**
 * Waits for chunks whose last bytes another request is just sending to the storage. From now on, the lease keeps others from
 * doing so.
 */
async function untilNoneIsStoring({ db, clock }: UploadDeps, { id }: UploadRow): Promise<void> {
  const times = () => ({ now: isoAt(clock), latest: isoAt(clock, longestStoringMs) });
  while (await isAnyStoring(db, id, times())) await sleep(leasePollMs);
}

export function stillCompleting(): AppError {
  const error = new AppError(
    'upload_completing',
    'The file is complete and is being added. Please ask again.',
  );
  error.retryAfterSeconds = 2;
  return error;
}

/** @throws AppError missing_chunks, upload_changed */
async function listAllChunks(
  { db }: UploadDeps,
  upload: UploadRow,
  request: UploadRequest,
): Promise<FinishedUpload> {
  const { id, totalChunks } = upload;
  const chunks = await listChunks(db, id);
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
  return { size, chunkSize, chunks };
}

interface Added {
  gameId: string;
  /** The storage key of the file that was replaced. */
  replaced: string[];
}

async function moveIntoLibrary(deps: UploadDeps, upload: UploadRow, completion: Completion): Promise<Added> {
  const { db, storage } = deps;
  const { id } = upload;
  await storage
    .finishUpload({ key: id, state: upload.storageState ?? '' }, completion.finished)
    .catch((error) => forgetLostChunks(deps, upload, error, completion.holder));
  if (completion.isReplacement) await releaseReplaced(deps, upload);
  try {
    return await db.transaction().execute((trx) => addToGame(trx, deps, upload, completion));
  } catch (error) {
    // If another node cancelled the upload during the move, it looked for the bytes in the old place and did not find them.
    const isInUse = await repository.isKeyInUse(db, id).catch(() => true);
    if (!isInUse) await storage.discardUpload(id);
    if (!isUniqueViolation(error)) throw error;
    const extra = extraOf(upload);
    throw extra ? deps.extras.existsError(extra) : gameExists(upload.title, upload.platform);
  }
}

/** Adds the row of the stored file and completes the upload. @throws a unique violation */
async function addToGame(
  trx: Trx,
  deps: UploadDeps,
  upload: UploadRow,
  completion: Completion,
): Promise<Added> {
  const added = extraOf(upload)
    ? { gameId: await addExtra(trx, deps, upload, completion), replaced: [] }
    : await addFile(trx, deps, upload, completion);
  const { gameId } = added;
  const { holder } = completion;
  const isOurs = await repository.completeUpload(trx, { id: upload.id, holder }, gameId, isoAt(deps.clock));
  // A cancelled upload loses its bytes, so no row may refer to them.
  if (!isOurs) throw notFound('Upload');
  return added;
}

async function addExtra(
  trx: Trx,
  { extras, contributions }: UploadDeps,
  upload: UploadRow,
  { finished, actor }: Completion,
): Promise<string> {
  const { id: storageKey, fileName, extension } = upload;
  const facts = extraOf(upload);
  // The game was deleted, and the upload's row with it.
  if (!upload.gameId || !facts) throw notFound('Upload');
  const gameId =
    upload.isContribution === 1
      ? (await contributions.receive(trx, { ...upload, extra: facts })).gameId
      : upload.gameId;
  const file = { fileName, extension, fileSize: finished.size, storageKey };
  await extras.addExtra(trx, { gameId, facts, ...file }, actor);
  return gameId;
}

async function addFile(
  trx: Trx,
  deps: UploadDeps,
  upload: UploadRow,
  { finished, isReplacement, actor }: Completion,
): Promise<Added> {
  const { games, files, matches, audit } = deps;
  const { id, platform, extension, fileName } = upload;
  const { gameId, isNew } = await findOrAddGame(trx, deps, upload);
  if (isNew) await matches.queueAdded(trx, { gameId, fileName });
  const replaced: string[] = [];
  if (isReplacement) {
    // The lock lets only one replacement proceed at a time; a second one then replaces the file of the first.
    const currentTitle = await games.lock(trx, gameId);
    const removed = await files.removeFile(trx, gameId, platform);
    if (removed) {
      replaced.push(removed.storageKey);
      const subject = `${currentTitle} (${platform})`;
      await audit.write(trx, { action: 'file_replaced', actor, subject });
    }
  }
  await files.addFile(trx, { gameId, platform, extension, fileSize: finished.size, storageKey: id });
  return { gameId, replaced };
}

/** `isNew`: the upload may have added the game. */
async function findOrAddGame(
  trx: Trx,
  { games, contributions }: UploadDeps,
  upload: UploadRow,
): Promise<{ gameId: string; isNew: boolean }> {
  if (upload.isContribution === 1) return contributions.receive(trx, { ...upload, extra: undefined });
  const gameId = upload.gameId ?? (await games.ensureGame(trx, upload.title));
  return { gameId, isNew: upload.gameId === null };
}

/** Runs before the transaction, which would otherwise change all downloads of the replaced file at once. */
async function releaseReplaced(
  { files, games, downloadReferences }: UploadDeps,
  { gameId, title, platform }: UploadRow,
): Promise<void> {
  const id = gameId ?? (await games.checkGame(title, platform)).gameId;
  const replaced = id && (await files.findFile(id, platform));
  if (replaced) await downloadReferences.release('fileId', replaced.id);
}
