// Opens a platform file for a download, by ticket or by session.
import { downloadFileName } from '@cellar/contract/rules/file-names.ts';
import type { FastifyBaseLogger } from 'fastify';
import { unlessFull } from '#db/database.ts';
import { openWhole } from '#platform/storage/open-whole.ts';
import { FileMissingError, type Storage, type StoredFile } from '#platform/storage/storage.ts';
import { hashToken } from '#platform/tokens.ts';
import {
  type BeginDeps,
  beginDownload,
  type DownloadTarget,
  fileMissing,
  findKnownDownload,
  findTarget,
  type GameFileRow,
  ticketInvalid,
  unnamedId,
} from './begin-download.ts';
import type { DownloadRow } from './downloads.repository.ts';
import * as repository from './downloads.repository.ts';
import type { SentRanges } from './sent-ranges.ts';
import type { TicketsService } from './tickets.service.ts';

export interface OpenedDownload {
  /** Undefined for a request without bytes that belongs to no download. */
  downloadId: string | undefined;
  /** The digest of the session's token; undefined for a ticket. */
  session?: string | undefined;
  file: GameFileRow;
  fileName: string;
  stored: StoredFile;
}

export interface OpenDeps extends BeginDeps {
  storage: Storage;
  tickets: TicketsService;
  log: FastifyBaseLogger;
}

/** A request for a file by a session. */
export interface SessionRequest {
  userId: string;
  token: string;
  clientId: string | undefined;
  /** Returns the ranges of the file that the response contains. */
  requestedRanges(file: GameFileRow): SentRanges;
}

/** @throws AppError ticket_invalid, file_missing */
export async function openByTicket(
  deps: OpenDeps,
  token: string,
  target: DownloadTarget,
): Promise<OpenedDownload> {
  const { db, tickets } = deps;
  const ticket = await tickets.find(token);
  const download = ticket && (await repository.findDownload(db, ticket.downloadId));
  if (!ticket || !download || !isFor(download, target)) throw ticketInvalid();
  if ((await repository.listForbidden(db, [download.id])).length > 0) throw ticketInvalid();
  await tickets.extend(ticket).catch(unlessFull);
  const file = download.fileId && (await repository.findFileById(db, download.fileId));
  if (!file) throw fileMissing();
  return { downloadId: download.id, ...(await open(deps, file, download.gameTitle)) };
}

/**
 * A deleted game leaves no id behind, so its ticket is accepted for any game; the response then says that the file is missing.
 */
function isFor({ gameId, platform }: DownloadRow, target: DownloadTarget): boolean {
  return (gameId === null || gameId === target.gameId) && platform === target.platform;
}

/**
 * Opens a file for a member who is logged in. A request for bytes begins a download; without a download id, it gets one. @throws
 * AppError not_found, file_missing, download_id_taken, too_many_requests
 */
export async function openBySession(
  deps: OpenDeps,
  target: DownloadTarget,
  { userId, token, clientId, requestedRanges }: SessionRequest,
): Promise<OpenedDownload> {
  const found = await findTarget(deps, target);
  const requested = requestedRanges(found.file);
  const id = clientId ?? (await unnamedId(deps, userId, found, requested));
  const known = await findKnownDownload(deps, userId, found, id);
  const begin = async () => {
    if (known) return known;
    await deps.tickets.refuseTooMany(userId).catch(unlessFull);
    return beginDownload(deps, userId, found, id).catch(unlessFull);
  };
  // A request without bytes belongs to a download only if it contains a download id.
  const download = requested.length > 0 ? await begin() : clientId && known;
  const opened = await open(deps, found.file, found.title);
  return { downloadId: download ? download.id : undefined, session: hashToken(token), ...opened };
}

async function open({ storage, log }: OpenDeps, file: GameFileRow, title: string) {
  const fileName = downloadFileName(title, file.platform, file.extension);
  try {
    return { file, fileName, stored: await openWhole(storage, file.storageKey, file.fileSize) };
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error;
    log.error({ err: error, fileId: file.id, gameId: file.gameId }, 'a platform file is missing in storage');
    throw fileMissing();
  }
}
