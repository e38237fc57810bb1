// Opens a platform file or an extra for a download, by ticket or by session.
import type { FastifyBaseLogger } from 'fastify';
import { unlessFull } from '#db/database.ts';
import { FileMissingError, type StoredFile } from '#platform/storage/storage.ts';
import { hashToken } from '#platform/tokens.ts';
import {
  type BeginDeps,
  beginDownload,
  findKnownDownload,
  ticketInvalid,
  unnamedId,
} from './begin-download.ts';
import type { DownloadRow } from './downloads.repository.ts';
import * as repository from './downloads.repository.ts';
import { findTarget, findTargetOf } from './find-target.ts';
import type { SentRanges } from './sent-ranges.ts';
import { type DownloadTarget, fileMissing, isDownloadOf, type TargetFile } from './target-file.ts';
import type { TicketsService } from './tickets.service.ts';

export interface OpenedDownload {
  /** Undefined for a request without bytes that belongs to no download. */
  downloadId: string | undefined;
  /** The digest of the session's token; undefined for a ticket. */
  session?: string | undefined;
  file: TargetFile;
  stored: StoredFile;
}

export interface OpenDeps extends BeginDeps {
  tickets: TicketsService;
  log: FastifyBaseLogger;
}

/** A request for a file by a session. */
export interface SessionRequest {
  userId: string;
  token: string;
  clientId: string | undefined;
  /** Returns the ranges of the file that the response contains. */
  requestedRanges(file: TargetFile): SentRanges;
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
  if (!ticket || !download || !isDownloadOf(download, target)) throw ticketInvalid();
  if ((await repository.listForbidden(db, [download.id])).length > 0) throw ticketInvalid();
  await tickets.extend(ticket).catch(unlessFull);
  const file = await findTargetOf(deps, download);
  if (!file) throw fileMissing();
  const stored = await open(deps, file);
  await restartIfChanged(deps, download, file);
  return { downloadId: download.id, file, stored };
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
  const file = await findTarget(deps, target);
  const requested = requestedRanges(file);
  const id = clientId ?? (await unnamedId(deps, userId, file, requested));
  const known = await findKnownDownload(deps, userId, file, id);
  const begin = async () => {
    if (known) return known;
    await deps.tickets.refuseTooMany(userId).catch(unlessFull);
    return beginDownload(deps, userId, file, id).catch(unlessFull);
  };
  // A request without bytes belongs to a download only if it contains a download id.
  const download = requested.length > 0 ? await begin() : clientId && known;
  const stored = await open(deps, file);
  if (download) await restartIfChanged(deps, download, file);
  return { downloadId: download ? download.id : undefined, session: hashToken(token), file, stored };
}

/** Ranges of another content do not count. */
async function restartIfChanged({ db }: OpenDeps, { id, ...download }: DownloadRow, file: TargetFile) {
  if (download.fileSize !== file.fileSize) await repository.restartDownload(db, id, file.fileSize);
}

async function open({ files, log }: OpenDeps, file: TargetFile): Promise<StoredFile> {
  try {
    return await files.open(file);
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error;
    log.error({ err: error, fileId: file.id, gameId: file.gameId }, 'a file is missing');
    throw fileMissing();
  }
}
