// Opens a platform file or an extra for a download, by ticket or by session.

import { posix } from 'node:path';
import { downloadFileName, safeFileName } from '@cellar/contract/rules/file-names.ts';
import { extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import type { Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';
import { unlessFull } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import type { GamesService } from '#games/games.service.ts';
import type { FileAnswer } from '#http/file-answer.ts';
import type { Base } from '#platform/base.ts';
import { hourMs } from '#platform/clock.ts';
import {
  FileChangedError,
  FileMissingError,
  type HandOverFacts,
  type StoredFile,
} from '#platform/storage/storage.ts';
import { hashToken } from '#platform/tokens.ts';
import type { ExtrasService } from '../files/extras.service.ts';
import type { FilesService } from '../files/files.service.ts';
import { admitKnown } from '../limits/admission.ts';
import type { GameExtrasTable, GameFilesTable } from '../tables.ts';
import {
  type BeginDeps,
  beginDownload,
  contentChanged,
  findKnownDownload,
  unnamedId,
} from './begin-download.ts';
import type { DownloadRow } from './downloads.repository.ts';
import * as repository from './downloads.repository.ts';
import {
  contentOf,
  type DownloadTarget,
  fileMissing,
  isDownloadOf,
  isOfEarlierContent,
  type TargetFile,
  ticketInvalid,
} from './target-file.ts';
import type { TicketsService } from './tickets.service.ts';

export interface OpenedDownload {
  /** Undefined for a request without bytes that belongs to no download. */
  downloadId: string | undefined;
  userId: string;
  /** When the connection was recorded in the database. Undefined if it was not yet. */
  connectedAt?: string | undefined;
  /** What permits it: the digest of the session's, the API token's or the ticket's token, or the id of the list. */
  grant: string;
  file: TargetFile;
  stored: StoredFile;
  answer: FileAnswer;
}

export interface OpenDeps extends Pick<Base, 'box' | 'log'>, BeginDeps {
  tickets: TicketsService;
}

/** A request for a file. */
export interface FileRequest {
  /** Plans the answer with this file. */
  planAnswer(file: TargetFile): FileAnswer;
  /** The request has If-Range or If-Match. */
  namesContent: boolean;
  /** Counts the connection of a request for bytes, before anything is opened for it. @throws AppError too_many_requests */
  countConnection(userId: string, clientId: string): void;
}

/** A request for a file by a session. */
export interface SessionRequest extends FileRequest {
  userId: string;
  token: string;
  clientId: string | undefined;
}

/**
 * @throws AppError ticket_invalid, not_found, file_missing, file_quarantined, precondition_failed, too_many_requests, quota_exceeded,
 * too_many_downloads
 */
export async function openByTicket(
  deps: OpenDeps,
  token: string,
  target: DownloadTarget,
  request: FileRequest,
): Promise<OpenedDownload> {
  const { db, tickets, games } = deps;
  const ticket = await tickets.find(token);
  const download = ticket && (await repository.findDownload(db, ticket.downloadId));
  if (!ticket || !download?.userId || !isDownloadOf(download, target)) throw ticketInvalid();
  if ((await repository.listForbidden(db, [download.id])).length > 0) throw ticketInvalid();
  // A download that has begun may finish.
  if (!hasBegun(download)) await games.refuseHidden(target.gameId, { ...ticket, id: download.userId });
  await tickets.extend(ticket).catch(unlessFull);
  const file = await findTargetOf(deps, download);
  if (!file) throw fileMissing();
  await deps.quarantine.refuse(file.storageKey);
  if (isOfEarlierContent(download, file)) throw ticketInvalid();
  const answer = request.planAnswer(file);
  const isOther = isOtherContent(download, file, { ...request, answer });
  // Requests without bytes need no admission.
  const hasBytes = answer.ranges.length > 0;
  if (hasBytes) request.countConnection(download.userId, download.clientId);
  const connectedAt = hasBytes ? await admitKnown(deps, download, { isConnecting: true }) : undefined;
  const stored = await open(deps, file);
  if (isOther) await repository.restartDownload(db, download, file);
  const { id: downloadId, userId } = download;
  return { downloadId, userId, grant: ticket.tokenHash, connectedAt, file, stored, answer };
}

/**
 * Opens a file for a member who is logged in. A request for bytes begins a download; without a download id, it gets one. @throws
 * AppError not_found, file_missing, file_quarantined, download_id_taken, too_many_requests, quota_exceeded, too_many_downloads,
 * precondition_failed
 */
export async function openBySession(
  deps: OpenDeps,
  target: DownloadTarget,
  { userId, token, clientId, ...request }: SessionRequest,
): Promise<OpenedDownload> {
  const file = await findTarget(deps, target);
  await deps.quarantine.refuse(file.storageKey);
  const answer = request.planAnswer(file);
  const { namesContent } = request;
  const id = clientId ?? (await unnamedId(deps, userId, file, { requested: answer.ranges, namesContent }));
  const named = { userId, clientId: id, isNamed: clientId !== undefined };
  return openNamed(deps, file, { ...request, ...named, answer, grant: hashToken(token) });
}

interface NamedRequest extends Omit<FileRequest, 'planAnswer'> {
  answer: FileAnswer;
  userId: string;
  clientId: string;
  /** False: a request without bytes belongs to no download. */
  isNamed: boolean;
  grant: string;
}

/**
 * Opens a file for a member's download with this id, which a request for bytes begins. @throws AppError file_missing,
 * download_id_taken, too_many_requests, quota_exceeded, too_many_downloads, precondition_failed
 */
export async function openNamed(
  deps: OpenDeps,
  file: TargetFile,
  { userId, clientId, isNamed, grant, ...request }: NamedRequest,
): Promise<OpenedDownload> {
  const { answer } = request;
  const hasBytes = answer.ranges.length > 0;
  if (hasBytes) request.countConnection(userId, clientId);
  const known = await findKnownDownload(deps, userId, file, clientId);
  const begin = async () => {
    if (known) return known;
    await deps.tickets.refuseTooMany(userId).catch(unlessFull);
    return beginDownload(deps, userId, file, clientId).catch(unlessFull);
  };
  const download = hasBytes ? await begin() : isNamed && known;
  const isOther = download && isOtherContent(download, file, request);
  const connectedAt = known && hasBytes ? await admitKnown(deps, known, { isConnecting: true }) : undefined;
  const stored = await open(deps, file);
  if (isOther) await repository.restartDownload(deps.db, download, file);
  return { downloadId: download ? download.id : undefined, userId, grant, connectedAt, file, stored, answer };
}

/**
 * Returns whether the download has to be counted again, because the file has another content now. A client that continues a download
 * without comparing the contents would get a mixture of both, so it has to begin anew.
 * @throws AppError precondition_failed
 */
function isOtherContent(
  download: DownloadRow,
  file: TargetFile,
  { answer, namesContent }: Pick<NamedRequest, 'answer' | 'namesContent'>,
): boolean {
  const [first] = answer.ranges;
  if (!first || contentOf(download) === contentOf(file)) return false;
  if (!hasBegun(download) || namesContent || first[0] === 0) return true;
  throw contentChanged();
}

function hasBegun({ bytesSent, handedOverAt }: DownloadRow): boolean {
  return bytesSent > 0 || handedOverAt !== null;
}

/** @throws AppError file_missing; FileChangedError if it has another size than the answer was planned for */
async function open(deps: OpenDeps, file: TargetFile): Promise<StoredFile> {
  const stored = await deps.files.open(file).catch(explainMissing(deps, file));
  if (stored.size === file.fileSize) return stored;
  await stored.close();
  throw new FileChangedError('the file has another size than a moment ago');
}

/** Returns undefined if only Cellar can send the file. It may have gone since it was opened. @throws AppError file_missing */
export function findHandOver(deps: OpenDeps, file: TargetFile, facts: HandOverFacts) {
  return deps.files.handOver(file, facts).catch(explainMissing(deps, file));
}

/** A program may ask for a missing file again and again. */
const loggedMissing = new LRUCache<string, true>({ max: 1000, ttl: hourMs });

const explainMissing =
  ({ log }: OpenDeps, { id, gameId }: TargetFile) =>
  (error: unknown): never => {
    if (!(error instanceof FileMissingError)) throw error;
    if (!loggedMissing.has(id)) {
      loggedMissing.set(id, true);
      log.error({ err: error, fileId: id, gameId }, 'a file is missing');
    }
    throw fileMissing();
  };

// Finds the platform file or extra of a download, or the single file of one.

interface Deps {
  games: GamesService;
  files: FilesService;
  extras: ExtrasService;
}

/** @throws AppError not_found, file_missing, file_preparing */
export async function findTarget(deps: Deps, target: DownloadTarget): Promise<TargetFile> {
  const { singleFileId } = target;
  const file = await findWhole(deps, target);
  if (singleFileId === undefined) return file;
  const single = await withSingleFile(deps, file, singleFileId);
  if (!single) throw fileMissing();
  return single;
}

async function findWhole({ games, files, extras }: Deps, target: DownloadTarget): Promise<TargetFile> {
  const title = await games.getTitle(target.gameId);
  if ('platform' in target) {
    const file = await files.findFile(target.gameId, target.platform);
    if (file) return platformFile(file, title);
  } else {
    const extra = await extras.findExtra(target.gameId, target.extraId);
    if (extra) return extraFile(extra, title);
  }
  throw fileMissing();
}

/** Returns the file of a download that has begun, or undefined if it was deleted. @throws AppError file_preparing */
async function findTargetOf(
  deps: Pick<Deps, 'files'> & { db: Db },
  download: DownloadRow,
): Promise<TargetFile | undefined> {
  const file = await findWholeOf(deps.db, download);
  return file && download.singleFileId !== null ? withSingleFile(deps, file, download.singleFileId) : file;
}

async function findWholeOf(db: Db, download: DownloadRow): Promise<TargetFile | undefined> {
  const { fileId, extraId, gameTitle } = download;
  if (extraId !== null) {
    const extra = await db.selectFrom('gameExtras').selectAll().where('id', '=', extraId).executeTakeFirst();
    return extra && extraFile(extra, gameTitle);
  }
  if (fileId === null) return undefined;
  const file = await db.selectFrom('gameFiles').selectAll().where('id', '=', fileId).executeTakeFirst();
  return file && platformFile(file, gameTitle);
}

function platformFile(file: Selectable<GameFilesTable>, gameTitle: string): TargetFile {
  const fileName = downloadFileName(gameTitle, file.platform, file.extension);
  return { ...file, kind: 'platformFile', gameTitle, extraName: null, singleFile: null, fileName };
}

function extraFile({ platform, ...extra }: Selectable<GameExtrasTable>, gameTitle: string): TargetFile {
  const shown = { gameTitle, platform: platform ?? '', extraName: extraLabel(extra), singleFile: null };
  return { ...extra, ...shown, kind: 'extra' };
}

/** Returns undefined if the set or folder has no such file. @throws AppError file_preparing */
async function withSingleFile(
  { files }: Pick<Deps, 'files'>,
  file: TargetFile,
  id: string,
): Promise<TargetFile | undefined> {
  const singleFile = await files.findSingleFile(file, id);
  if (!singleFile) return undefined;
  const { path, size: fileSize, modifiedAt, sha256 } = singleFile;
  const fileName = safeFileName(posix.basename(path)) || 'file';
  const extension = posix.extname(fileName).toLowerCase();
  // Not the tag of the set or folder, which changes with any of its files.
  const contentTag = `${singleFile.id}-${fileSize}-${modifiedAt}`;
  return { ...file, singleFile, contentTag, fileName, extension, fileSize, sha256 };
}
