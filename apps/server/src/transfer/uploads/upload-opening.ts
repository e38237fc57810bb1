// Opens an upload with its first chunk, or finds the upload if the client has already opened it.
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import { isUniqueViolation } from '#db/database.ts';
import { waitingKey } from '#db/waiting-key.ts';
import { AppError } from '#http/errors.ts';
import { isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import type { UploadDeps, UploadRequest } from './upload.ts';
import { describeUpload, gameExists, refuseChanged } from './upload-rules.ts';
import type { UploadRow } from './uploads.repository.ts';
import * as repository from './uploads.repository.ts';

/**
 * @throws AppError validation_failed for an unknown platform, game_exists, extra_exists, storage_full, too_many_contributions,
 * upload_under_way, upload_changed, upload_finished
 */
export async function openUpload(deps: UploadDeps, request: UploadRequest): Promise<UploadRow> {
  const { db, clock, platforms } = deps;
  const known = await repository.findUploadByClientId(db, request.uploadId);
  if (known) return refuseChanged(known, request);
  if (!request.replace) await refuseExisting(deps, request);
  await refuseWithoutRoom(deps, request);
  const upload = newUpload(request, isoAt(clock));
  try {
    await db.transaction().execute(async (trx) => {
      if (request.isContribution) await deps.contributions.refuseTooMany(trx, request.userId);
      // An extra may be for every platform.
      if (upload.platform) await platforms.refuseUnknown(trx, upload.platform);
      await repository.insertUpload(trx, upload);
    });
    return upload;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Another chunk of this upload came first, or another upload adds the same platform file or extra.
    const other = await repository.findUploadByClientId(db, request.uploadId);
    if (other) return refuseChanged(other, request);
    throw new AppError(
      'upload_under_way',
      `An upload of ${describeUpload(request)} is already under way. Resume or cancel it first.`,
    );
  }
}

function newUpload(request: UploadRequest, now: string): UploadRow {
  const { isContribution, title, userId } = request;
  return {
    id: newId(),
    clientId: request.uploadId,
    userId: request.userId,
    gameId: request.gameId ?? null,
    title: request.title,
    // A contributor must not learn that others are uploading the same.
    titleKey: isContribution ? waitingKey(title, userId) : titleKey(title),
    platform: request.platform,
    extraKind: request.extra?.kind ?? null,
    extraName: request.extra?.name ?? null,
    extraVersion: request.extra?.version ?? null,
    extraNote: request.extra?.note ?? null,
    replacesFile: request.replace ? 1 : 0,
    isContribution: isContribution ? 1 : 0,
    extension: request.extension,
    fileName: request.fileName ?? null,
    fileSize: request.fileSize ?? null,
    chunkSize: request.chunkSize ?? null,
    totalChunks: request.totalChunks,
    state: 'open',
    resultGameId: null,
    createdAt: now,
    touchedAt: now,
    storageState: null,
    holder: null,
    leaseUntil: null,
  };
}

/** @throws AppError game_exists, extra_exists */
export async function refuseExisting(
  { files, extras, games, contributions }: Pick<UploadDeps, 'files' | 'extras' | 'games' | 'contributions'>,
  { gameId, title, platform, extra, userId, isContribution }: UploadRequest,
): Promise<void> {
  if (isContribution) {
    return contributions.refuseExisting({ userId, gameId: gameId ?? null, title, platform, extra });
  }
  if (gameId && extra) return extras.refuseExisting(gameId, extra);
  const exists = gameId
    ? (await files.findFile(gameId, platform)) !== undefined
    : (await games.checkGame(title, platform)).platformExists;
  if (exists) throw gameExists(title, platform);
}

/**
 * What a contributor announces takes room from nobody else, and may be at most half of what is free: otherwise, one could keep
 * admins from uploading without sending anything.
 */
async function refuseWithoutRoom(
  { db, storage }: Pick<UploadDeps, 'db' | 'storage'>,
  { fileSize, isContribution, userId }: UploadRequest,
): Promise<void> {
  const all = await storage.freeBytes();
  if (fileSize === undefined || all === undefined) return;
  const free = isContribution ? all / 2 : all;
  const awaited = await repository.sumAwaitedBytes(db, isContribution ? userId : undefined);
  if (fileSize <= free - awaited) return;
  const room = formatBytes(Math.max(0, free));
  const others = awaited > 0 ? `, and unfinished uploads still need ${formatBytes(awaited)} of it` : '';
  throw new AppError(
    'storage_full',
    `This file needs ${formatBytes(fileSize)}. The server has room for ${room}${others}.`,
  );
}
