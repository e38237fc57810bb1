// Downloads: tickets, opening files, checksum files, the member's running downloads, cancelling.

import type { LimitsUse } from '@cellar/contract/transfer/download-limits.endpoints.ts';
import type {
  ActiveDownload,
  FilePieces,
  SingleFiles,
  Ticket,
} from '@cellar/contract/transfer/downloads.endpoints.ts';
import type { AuditService } from '#admin/audit.service.ts';
import { type Unflushed, unlessFull } from '#db/database.ts';
import type { SingleFilesQuery } from '#folders/in-place/single-files.service.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { AlertsService } from '#messages/alerts/alerts.service.ts';
import { dayMs, isoAt, minuteMs } from '#platform/clock.ts';
import type { HandOverFacts } from '#platform/storage/storage.ts';
import { presentExtra, presentSingleFile } from '../download-activity/present-activity.ts';
import { isListTicket, openByListTicket } from '../download-lists/list-tickets.ts';
import { type AdmissionDeps, admitAtOnce, handOverTerms } from '../limits/admission.ts';
import { connectedMs, reservedBy, stalledMs } from '../limits/download-use.ts';
import { listRunning } from '../limits/limits.repository.ts';
import type { Demand } from '../limits/limits.service.ts';
import { beginDownload } from './begin-download.ts';
import type { DownloadRow } from './downloads.repository.ts';
import * as repository from './downloads.repository.ts';
import {
  type FileRequest,
  findHandOver,
  findTarget,
  type OpenDeps,
  type OpenedDownload,
  openBySession,
  openByTicket,
  type SessionRequest,
} from './open-download.ts';
import { createProgressRecorder } from './progress-recorder.ts';
import { createConnections } from './running-downloads.ts';
import { forgetBroken, saveHandOver, tellOfBroken } from './save-progress.ts';
import type { SentRanges } from './sent-ranges.ts';
import { addressOf, type Content, contentOf, type DownloadTarget, type TargetFile } from './target-file.ts';

/** The longest time that a proxy may need to send a download handed over to it. */
const handOverLifeMs = dayMs;
/** The stalled downloads that fail in one transaction, and the transactions of one run. The next run follows a minute later. */
const failedPerStep = 50;
const stepsPerRun = 10;
/** The time for which an ended download is still listed among the active ones. */
const recentMs = minuteMs;
/** A proxy does not report when it has finished, so a hand-over is listed as active for this time. */
const handOverListedMs = 2 * minuteMs;

interface Deps extends OpenDeps {
  unflushed: Unflushed;
  alerts: AlertsService;
  audit: AuditService;
}

interface Context extends Deps {
  progress: ReturnType<typeof createProgressRecorder>;
}

export type DownloadsService = ReturnType<typeof createDownloadsService>;

export function createDownloadsService(deps: Deps) {
  const progress = createProgressRecorder(deps);
  const connections = createConnections();
  const context: Context = { ...deps, progress };
  return {
    createTicket: (owner: TicketOwner, target: DownloadTarget, clientId: string) =>
      createTicket(context, owner, target, clientId),
    openByTicket: (token: string, target: DownloadTarget, request: FileRequest) =>
      isListTicket(token)
        ? openByListTicket(deps, token, target, request)
        : openByTicket(deps, token, target, request),
    openBySession: (target: DownloadTarget, request: SessionRequest) => openBySession(deps, target, request),
    countConnection: connections.join,
    listSingleFiles: (target: DownloadTarget, query: SingleFilesQuery) =>
      listSingleFiles(deps, target, query),
    checksumFile: (target: DownloadTarget) => checksumFile(deps, target),
    findPieces: (target: DownloadTarget) => findPieces(deps, target),

    beginTransfer: (downloadId: string, { file, grant, connectedAt }: Sender) =>
      progress.begin(downloadId, { content: contentOf(file), grant, connectedAt }),
    /** Admits and counts a file that is sent without a download of its own. @throws AppError quota_exceeded */
    admitAtOnce: (userId: string, demand: Demand) => admitAtOnce(deps, userId, demand),
    /** Returns a member's limits, and what was used of them. */
    limitsUse: (userId: string) => limitsUse(deps, userId),
    /** Returns how another program may send a file to this member now. */
    handOverTerms: (userId: string) => handOverTerms(deps, userId),
    findHandOver: (file: TargetFile, facts: HandOverFacts) => findHandOver(deps, file, facts),
    /** Records that the proxy will send these ranges. @throws AppError ticket_invalid, FileChangedError */
    handOver: (downloadId: string, file: TargetFile, ranges: SentRanges) =>
      saveHandOver(deps, downloadId, { content: contentOf(file), ranges }).catch(unlessFull),

    listActive: (userId: string) => listActive(context, userId),
    giveUp: (userId: string, clientId: string) => giveUp(deps, userId, clientId),
    async cancel(member: Member, id: string): Promise<void> {
      const downloadId = await cancel(deps, member, id);
      progress.stop(downloadId);
    },

    /** A job: fails downloads that have stalled, and removes ended tickets. */
    async tidy(): Promise<void> {
      const stalled = {
        before: isoAt(deps.clock, -stalledMs),
        handedOverBefore: isoAt(deps.clock, -handOverLifeMs),
        now: isoAt(deps.clock),
        except: progress.sending(),
        limit: failedPerStep,
      };
      for (let step = 0, failed = failedPerStep; failed === failedPerStep && step < stepsPerRun; step++) {
        failed = await deps.db.transaction().execute(async (trx) => {
          const rows = await repository.failStalled(trx, stalled);
          await tellOfBroken(trx, deps.alerts, rows);
          return rows.length;
        });
      }
      await deps.tickets.removeEnded();
    },

    /** Saves everything that was sent so far. */
    flushProgress: progress.flush,
    close: progress.close,
  };
}

type Sender = Pick<OpenedDownload, 'grant' | 'connectedAt'> & { file: Content };

interface TicketOwner {
  userId: string;
  /** The token of the member's session. */
  session: string | undefined;
}

/**
 * @throws AppError not_found, file_missing, file_quarantined, file_preparing, download_id_taken, too_many_requests, quota_exceeded,
 * too_many_downloads
 */
async function createTicket(
  context: Context,
  { userId, session }: TicketOwner,
  target: DownloadTarget,
  clientId: string,
): Promise<Ticket> {
  const { tickets, progress } = context;
  await tickets.refuseTooMany(userId);
  const file = await findTarget(context, target);
  await context.quarantine.refuse(file.storageKey);
  await context.files.requirePrepared(file);
  const download = await beginDownload(context, userId, file, clientId);
  progress.forgetBroken(download.id);
  const { token, expiresAt } = await tickets.issue(userId, download.id, session);
  const { singleFileId } = target;
  const query = new URLSearchParams({
    downloadId: clientId,
    ...(singleFileId !== undefined && { singleFile: singleFileId }),
    ticket: token,
  });
  return {
    url: `${addressOf(target)}?${query}`,
    fileName: file.fileName,
    fileSize: file.fileSize,
    sha256: file.sha256,
    downloadId: clientId,
    expiresAt,
  };
}

/** @throws AppError not_found, file_missing, file_preparing */
async function listSingleFiles(
  deps: Deps,
  target: DownloadTarget,
  query: SingleFilesQuery,
): Promise<SingleFiles> {
  const page = await deps.files.listSingleFiles(await findTarget(deps, target), query);
  const files = page.files.map(({ id, path, size, sha256 }) => ({ _id: id, path, fileSize: size, sha256 }));
  return { ...page, files };
}

/** Returns a `.sha256` file and its name. @throws AppError not_found while the checksum has not been computed */
async function checksumFile(deps: Deps, target: DownloadTarget): Promise<{ name: string; text: string }> {
  const { fileName, sha256 } = await findTarget(deps, target);
  if (!sha256) {
    throw new AppError('not_found', 'The checksum of this file is not known yet. Please try again later.');
  }
  return { name: `${fileName}.sha256`, text: checksumLine(sha256, fileName) };
}

/** @throws AppError not_found, file_missing */
async function findPieces(deps: Deps, target: DownloadTarget): Promise<FilePieces> {
  const file = await findTarget(deps, target);
  const { fileName, fileSize, sha256 } = file;
  return { fileName, fileSize, sha256, pieces: await deps.files.piecesOf(file) };
}

/**
 * Returns a line in the format that `sha256sum -c` reads. "If the file name contains a backslash, newline, or carriage return,
 * the line is started with a backslash" (coreutils).
 */
export function checksumLine(sha256: string, fileName: string): string {
  const escaped = fileName.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === fileName ? '' : '\\'}${sha256}  ${escaped}\n`;
}

async function listActive({ db, clock, progress }: Context, userId: string): Promise<ActiveDownload[]> {
  const rows = await repository.listActive(db, userId, {
    endedSince: isoAt(clock, -recentMs),
    handedOverSince: isoAt(clock, -handOverListedMs),
  });
  const connectedSince = isoAt(clock, -connectedMs);
  return rows.map((row) => ({
    downloadId: row.clientId,
    gameId: row.gameId,
    title: row.gameTitle,
    platform: row.platform,
    extra: presentExtra(row),
    singleFile: presentSingleFile(row),
    fileSize: row.fileSize,
    bytesSent: row.bytesSent,
    status: row.status,
    startedAt: row.startedAt,
    lastByteAt: row.lastByteAt,
    isSending: progress.isSending(row.id) || isSentElsewhere(row, connectedSince),
    hasBroken: progress.hasBroken(row.id),
    isCancelled: row.cancelledAt !== null,
    isHandedOver: row.handedOverAt !== null,
  }));
}

/** Returns whether another node has, or recently had, an open connection. */
function isSentElsewhere({ status, connectedAt }: DownloadRow, connectedSince: string): boolean {
  return status === 'in_progress' && connectedAt !== null && connectedAt > connectedSince;
}

/**
 * Marks a download as failed, not cancelled, when the page gives up waiting for its first byte. A later byte resumes it. @throws
 * AppError not_found
 */
async function giveUp({ db, clock }: Deps, userId: string, clientId: string): Promise<void> {
  const download = await repository.findDownloadByClientId(db, userId, clientId);
  if (!download) throw notFound('Download');
  await db.transaction().execute(async (trx) => {
    const [row] = await repository.lockDownloads(trx, [download.id]);
    if (row?.status !== 'in_progress' || row.bytesSent > 0) return;
    await repository.updateDownload(trx, download.id, { status: 'failed', endedAt: isoAt(clock) });
  });
}

/**
 * Cancels a download, deletes its tickets, and returns the activity's id. An admin may pass the id of another member's activity.
 * @throws AppError not_found
 */
async function cancel(
  { db, clock, tickets, alerts, audit }: Deps,
  member: Member,
  id: string,
): Promise<string> {
  const own = await repository.findDownloadByClientId(db, member.id, id);
  const download = own ?? (member.isAdmin ? await repository.findDownload(db, id) : undefined);
  if (!download) throw notFound('Download');
  const now = isoAt(clock);
  await db.transaction().execute(async (trx) => {
    // Read again under the lock: the download may just have completed.
    const [row] = await repository.lockDownloads(trx, [download.id]);
    await tickets.revokeOfDownload(trx, download.id);
    if (!row || row.status === 'completed' || row.cancelledAt) return;
    await repository.updateDownload(trx, download.id, { status: 'failed', cancelledAt: now, endedAt: now });
    await forgetBroken(trx, alerts, [row]);
    if (own) return;
    const subject = `${row.gameTitle} (${row.extraName ?? row.platform})`;
    await audit.write(trx, { action: 'download_cancelled', actor: member.email, subject });
  });
  return download.id;
}

/** Returns a member's limits, what was used of them, and what running downloads still need. */
async function limitsUse({ db, clock, limits }: AdmissionDeps, userId: string): Promise<LimitsUse> {
  const own = await limits.of(userId);
  const [used, running] = await Promise.all([limits.used(db, userId, own), listRunning(db, userId)]);
  const reserved = reservedBy(running, clock.now());
  return {
    limits: own,
    ...used,
    reservedBytes: reserved.bytes,
    reservedFiles: reserved.files,
    freeAt: limits.freeAt(own),
  };
}
