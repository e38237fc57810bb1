// Downloads: the ticket, opening the file for a ticket or a session, what runs, cancelling.
import type { ActiveDownload, Ticket } from '@cellar/contract/downloads.ts';
import { downloadFileName } from '@cellar/contract/rules/file-names.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Selectable } from 'kysely';
import { type Unflushed, unlessFull } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { FilesService } from '#features/files/files.service.ts';
import type { GameFilesTable } from '#features/files/files.table.ts';
import type { GamesService } from '#features/games/games.service.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { openWhole } from '#platform/storage/open-whole.ts';
import { FileMissingError, type Storage, type StoredFile } from '#platform/storage/storage.ts';
import { hashToken } from '#platform/tokens.ts';
import { createDownloadBegin, type DownloadTarget, fileMissing, ticketInvalid } from './begin-download.ts';
import { checksumLine } from './checksum-line.ts';
import type { DownloadRow } from './downloads.repository.ts';
import * as repository from './downloads.repository.ts';
import { noteHandOver } from './hand-over.ts';
import { connectedMs, createProgressRecorder } from './progress-recorder.ts';
import type { SentRanges } from './sent-ranges.ts';
import type { TicketsService } from './tickets.service.ts';

/** So long a proxy may take to send what was handed to it. */
const handedOverLifeMs = 24 * 3600 * 1000;
/** Who has no connection open and has not come back after this time has given up; a later byte revives it. */
const silentMs = 2 * 60 * 1000;
const recentMs = 60 * 1000;
/** Nobody can tell when a proxy is done with it: it is told of for a while after a piece was handed over. */
const handedOverMs = 2 * 60 * 1000;

export interface OpenedDownload {
  /** None for a request that takes no byte and belongs to no download. */
  downloadId: string | undefined;
  /** Of the session it is opened by, if it is not by ticket. */
  session?: string | undefined;
  file: Selectable<GameFilesTable>;
  fileName: string;
  stored: StoredFile;
}

interface Deps {
  db: Db;
  unflushed: Unflushed;
  storage: Storage;
  games: GamesService;
  files: FilesService;
  settings: SettingsService;
  tickets: TicketsService;
  audit: AuditService;
  clock: Clock;
  log: FastifyBaseLogger;
}

export type DownloadsService = ReturnType<typeof createDownloadsService>;

/** A request for a file by a session. */
interface BySession {
  userId: string;
  token: string;
  clientId: string | undefined;
  /** The bytes of the file that are in the answer. */
  asked(file: Selectable<GameFilesTable>): SentRanges;
}

export function createDownloadsService(deps: Deps) {
  const { db, unflushed, storage, games, files, settings, tickets, audit, clock, log } = deps;
  const activity = createDownloadBegin({ db, games, files, settings, clock });
  const progress = createProgressRecorder({ db, unflushed, clock, log });

  /** `session`: the token of the session that asks. @throws AppError too_many_requests */
  async function createTicket(
    { userId, session }: { userId: string; session: string | undefined },
    target: DownloadTarget,
    clientId: string,
  ): Promise<Ticket> {
    await tickets.refuseTooMany(userId);
    const found = await activity.findTarget(target);
    const { file, title } = found;
    const download = await activity.begin(userId, found, clientId);
    progress.expect(download.id);
    const { token, expiresAt } = await tickets.issue(userId, download.id, session);
    const query = new URLSearchParams({ downloadId: clientId, ticket: token });
    return {
      url: `/api/games/${target.gameId}/download/${encodeURIComponent(target.platform)}?${query}`,
      fileName: downloadFileName(title, target.platform, file.extension),
      fileSize: file.fileSize,
      sha256: file.sha256,
      downloadId: clientId,
      expiresAt,
    };
  }

  /** @throws AppError ticket_invalid, file_missing */
  async function openByTicket(token: string, target: DownloadTarget): Promise<OpenedDownload> {
    const ticket = await tickets.find(token);
    const download = ticket && (await repository.findDownload(db, ticket.downloadId));
    // A game that was deleted since is missing; that the ticket was for it can't be told any more.
    const isGame = download?.gameId === target.gameId || download?.gameId === null;
    const isBound = isGame && download.platform === target.platform;
    if (!ticket || !download || !isBound || (await repository.listForbidden(db, [download.id])).length > 0) {
      throw ticketInvalid();
    }
    await tickets.extend(ticket).catch(unlessFull);
    const file = download.fileId && (await repository.findFileById(db, download.fileId));
    if (!file) throw fileMissing();
    return { downloadId: download.id, ...(await open(file, download.gameTitle)) };
  }

  async function open(file: Selectable<GameFilesTable>, title: string) {
    const fileName = downloadFileName(title, file.platform, file.extension);
    try {
      return { file, fileName, stored: await openWhole(storage, file.storageKey, file.fileSize) };
    } catch (error) {
      if (!(error instanceof FileMissingError)) throw error;
      log.error(
        { err: error, fileId: file.id, gameId: file.gameId },
        'a platform file is missing in storage',
      );
      throw fileMissing();
    }
  }

  return {
    createTicket,
    openByTicket,

    /** For a client that comes with its session; without an id of its own the download gets one. */
    async openBySession(
      target: DownloadTarget,
      { userId, token, clientId, asked: askedOf }: BySession,
    ): Promise<OpenedDownload> {
      const found = await activity.findTarget(target);
      const asked = askedOf(found.file);
      const name = clientId ?? (await activity.unnamedId(userId, found, asked));
      const known = await activity.find(userId, found, name);
      if (!known && asked.length > 0) await tickets.refuseTooMany(userId).catch(unlessFull);
      const download =
        asked.length > 0
          ? (known ?? (await activity.begin(userId, found, name).catch(unlessFull)))
          : clientId && known;
      const opened = await open(found.file, found.title);
      return { downloadId: download ? download.id : undefined, session: hashToken(token), ...opened };
    },

    /** A `.sha256` file, and its name. @throws AppError not_found while the file has not been read for it */
    async digestFile(target: DownloadTarget): Promise<{ name: string; text: string }> {
      const { title, file } = await activity.findTarget(target);
      if (!file.sha256) {
        throw new AppError(
          'not_found',
          'The checksum of this file is not known yet. Please try again later.',
        );
      }
      const name = downloadFileName(title, file.platform, file.extension);
      return { name: `${name}.sha256`, text: checksumLine(file.sha256, name) };
    },

    beginTransfer: progress.begin,
    handOver: (downloadId: string, asked: SentRanges) =>
      noteHandOver({ db, clock }, downloadId, asked).catch(unlessFull),

    async listActive(userId: string): Promise<ActiveDownload[]> {
      const rows = await repository.listActive(db, userId, {
        ...{ endedSince: isoAt(clock, -recentMs), handedOverSince: isoAt(clock, -handedOverMs) },
      });
      const connectedSince = isoAt(clock, -connectedMs);
      return rows.map((row) =>
        present(row, {
          isSending: progress.isSending(row.id) || isSentElsewhere(row, connectedSince),
          hasBroken: progress.hasBroken(row.id),
        }),
      );
    },

    /** For a page that waited for the first byte in vain: failed, not cancelled. A byte that comes after all revives it. */
    async giveUp(userId: string, clientId: string): Promise<void> {
      const download = await repository.findDownloadByClientId(db, userId, clientId);
      if (!download) throw notFound('Download');
      await db.transaction().execute(async (trx) => {
        const [row] = await repository.lockDownloads(trx, [download.id]);
        if (row?.status !== 'in_progress' || row.bytesSent > 0) return;
        await repository.updateDownload(trx, download.id, { status: 'failed', endedAt: isoAt(clock) });
      });
    },

    /** An admin names one of another member by the activity's id. @throws AppError not_found */
    async cancel(member: Member, id: string): Promise<void> {
      const own = await repository.findDownloadByClientId(db, member.id, id);
      const download = own ?? (member.isAdmin ? await repository.findDownload(db, id) : undefined);
      if (!download) throw notFound('Download');
      const now = isoAt(clock);
      await db.transaction().execute(async (trx) => {
        // As it is now: its last byte may just have gone out.
        const [row] = await repository.lockDownloads(trx, [download.id]);
        await tickets.endOfDownload(trx, download.id);
        if (!row || row.status === 'completed' || row.cancelledAt) return;
        const ended = { status: 'failed', cancelledAt: now, endedAt: now } as const;
        await repository.updateDownload(trx, download.id, ended);
        if (own) return;
        const subject = `${row.gameTitle} (${row.platform})`;
        await audit.write(trx, { action: 'download_cancelled', actor: member.email, subject });
      });
      progress.stop(download.id);
    },

    /** What is silent for long has failed; what has expired is forgotten. */
    async tidy(): Promise<void> {
      const now = isoAt(clock);
      const silence = {
        ...{ before: isoAt(clock, -silentMs), handedOverBefore: isoAt(clock, -handedOverLifeMs) },
        ...{ now, except: progress.sending() },
      };
      await db.transaction().execute((trx) => repository.failSilent(trx, silence));
      await tickets.removeExpired();
    },

    /** Once what has gone out so far is written down. */
    settle: progress.settle,
    close: progress.close,
  };
}

/** Another node has a connection open, or did a moment ago. */
function isSentElsewhere({ status, connectedAt }: DownloadRow, connectedSince: string): boolean {
  return status === 'in_progress' && connectedAt !== null && connectedAt > connectedSince;
}

function present(
  row: DownloadRow,
  connection: Pick<ActiveDownload, 'isSending' | 'hasBroken'>,
): ActiveDownload {
  const { clientId, gameId, gameTitle, platform, fileSize, bytesSent, status, startedAt, lastByteAt } = row;
  return {
    ...{ gameId, platform, fileSize, bytesSent, status, startedAt, lastByteAt },
    ...connection,
    isCancelled: row.cancelledAt !== null,
    isHandedOver: row.handedOverAt !== null,
    downloadId: clientId,
    title: gameTitle,
  };
}
