// Writes the progress of downloads to the database: bytes sent, open connections, ranges handed over to the proxy, and the status
// that follows from them.

import type { Db, Trx } from '#db/schema.ts';
import type { AlertsService } from '#messages/alerts/alerts.service.ts';
import type { Base } from '#platform/base.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { FileChangedError } from '#platform/storage/storage.ts';
import { recordIntervalMs, useOf } from '../limits/download-use.ts';
import type { LimitsService } from '../limits/limits.service.ts';
import type { DownloadRow, Progress } from './downloads.repository.ts';
import * as repository from './downloads.repository.ts';
import {
  isSending,
  nothing,
  type RunningDownloads,
  stopDownload,
  type UnsavedRanges,
} from './running-downloads.ts';
import { boundRanges, coveredBytes, mergeRanges, type SentRanges } from './sent-ranges.ts';
import { contentOf, ticketInvalid } from './target-file.ts';

interface Deps extends Pick<Base, 'db' | 'unflushed' | 'clock'> {
  alerts: AlertsService;
  limits: LimitsService;
}

interface Batch {
  now: string;
  unsaved: Map<string, UnsavedRanges>;
  /** Ids of downloads with unsaved bytes. */
  dirty: string[];
  /** Ids whose open connection is due to be recorded. */
  opened: string[];
  /** Ids recorded as connected that no longer are. */
  closed: string[];
}

/** Saves the progress of these running downloads, then aborts the transfers that are no longer allowed. */
export async function saveBatch(deps: Deps, running: RunningDownloads, ids: string[]): Promise<void> {
  const batch = collectBatch(deps.clock, running, ids);
  const { dirty, opened, closed } = batch;
  const write = (trx: Trx) => writeBatch(deps, trx, running, batch);
  // The end of a download must survive a crash. Intermediate progress is written again within a second.
  if (dirty.some((id) => !isSending(running, id))) await deps.db.transaction().execute(write);
  else if (dirty.length + opened.length + closed.length > 0) await deps.unflushed(write);
  markSaved(running, ids, batch);
  await stopForbidden(
    deps.db,
    running,
    ids.filter((id) => isSending(running, id)),
  );
}

function collectBatch(clock: Clock, running: RunningDownloads, ids: string[]): Batch {
  const dueBefore = isoAt(clock, -recordIntervalMs);
  const recordedAt = (id: string) => running.get(id)?.recordedAt;
  const unsaved = new Map(ids.map((id) => [id, running.get(id)?.unsaved ?? nothing]));
  return {
    now: isoAt(clock),
    unsaved,
    dirty: ids.filter((id) => unsaved.get(id)?.size),
    opened: ids.filter((id) => isSending(running, id) && (recordedAt(id) ?? '') <= dueBefore),
    closed: ids.filter((id) => !isSending(running, id) && recordedAt(id) !== undefined),
  };
}

async function writeBatch(
  { alerts, limits }: Deps,
  trx: Trx,
  running: RunningDownloads,
  { now, unsaved, dirty, opened, closed }: Batch,
): Promise<void> {
  const rows = await repository.lockDownloads(trx, [...new Set([...dirty, ...opened, ...closed])]);
  const written = rows.filter(({ id }) => dirty.includes(id));
  const progress = written.map((row) => progressOf(row, unsaved.get(row.id) ?? nothing, now));
  await repository.updateProgress(trx, progress);
  const isCompleted = progress.map(({ status }) => status === 'completed');
  await forgetBroken(
    trx,
    alerts,
    written.filter(({ status }, at) => isCompleted[at] && status !== 'completed'),
  );
  await repository.recordConnections(trx, opened, now);
  // If another node has recorded a connection since we last did, that connection is still open.
  const disconnected = rows.filter(
    ({ id, connectedAt }) => closed.includes(id) && connectedAt === running.get(id)?.recordedAt,
  );
  await repository.recordConnections(
    trx,
    disconnected.map(({ id }) => id),
    null,
  );
  await limits.addUse(
    trx,
    written.flatMap((row) => useOf(row, unsaved.get(row.id)?.get(contentOf(row)) ?? [])),
  );
}

function markSaved(running: RunningDownloads, ids: string[], { now, unsaved, opened, closed }: Batch): void {
  for (const id of ids) {
    const entry = running.get(id);
    if (!entry) continue;
    // If more was sent during the write, all ranges stay unsaved: saving a range twice counts it once.
    if (entry.unsaved === unsaved.get(id)) entry.unsaved = nothing;
    if (opened.includes(id)) entry.recordedAt = now;
    if (closed.includes(id)) entry.recordedAt = undefined;
    if (entry.transfers.size === 0 && entry.unsaved.size === 0 && !entry.recordedAt) running.delete(id);
  }
}

/** Aborts the transfers of cancelled downloads, of quarantined files, of members without access, and those without a grant. */
async function stopForbidden(db: Db, running: RunningDownloads, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const id of await repository.listForbidden(db, ids)) stopDownload(running, id);
  for (const id of await repository.listQuarantined(db, ids)) stopDownload(running, id);
  const transfers = ids.flatMap((id) => [...(running.get(id)?.transfers ?? [])]);
  if (transfers.length === 0) return;
  const grants = new Set(await repository.listGrants(db, [...new Set(transfers.map(([, grant]) => grant))]));
  for (const [abort, grant] of transfers) if (!grants.has(grant)) abort.abort();
}

/** Ranges of another content than the one that the download counts are dropped. */
function progressOf(row: DownloadRow, unsaved: UnsavedRanges, now: string): Progress {
  const sent = boundRanges(mergeRanges(JSON.parse(row.sentRanges), unsaved.get(contentOf(row)) ?? []));
  return {
    id: row.id,
    sentRanges: JSON.stringify(sent),
    bytesSent: coveredBytes(sent),
    lastByteAt: now,
    ...statusOf(row, sent, JSON.parse(row.handedOverRanges), now),
  };
}

/** A download is completed once every byte was sent or handed over. A cancelled download stays cancelled. */
function statusOf(
  row: DownloadRow,
  sent: SentRanges,
  handedOver: SentRanges,
  now: string,
): Pick<DownloadRow, 'status' | 'endedAt'> {
  if (row.cancelledAt) return { status: row.status, endedAt: row.endedAt };
  const isComplete = coveredBytes(mergeRanges(sent, handedOver)) >= row.fileSize;
  return {
    status: isComplete ? 'completed' : 'in_progress',
    endedAt: isComplete ? (row.endedAt ?? now) : null,
  };
}

/**
 * Records ranges that the proxy will send, because we can't count its bytes. Call this before the proxy gets the file's location.
 * @throws AppError ticket_invalid if the download has been cancelled; FileChangedError if it counts another content by now
 */
export async function saveHandOver(
  { db, clock, alerts, limits }: Pick<Deps, 'db' | 'clock' | 'alerts' | 'limits'>,
  downloadId: string,
  { content, ranges }: { content: string; ranges: SentRanges },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const [row] = await repository.lockDownloads(trx, [downloadId]);
    if (!row || row.cancelledAt) throw ticketInvalid();
    if (contentOf(row) !== content) throw new FileChangedError('a scan has just found another content');
    const now = isoAt(clock);
    const handedOver = boundRanges(mergeRanges(JSON.parse(row.handedOverRanges), ranges));
    const ended = statusOf(row, JSON.parse(row.sentRanges), handedOver, now);
    await repository.updateDownload(trx, downloadId, {
      handedOverAt: now,
      handedOverRanges: JSON.stringify(handedOver),
      ...ended,
    });
    if (ended.status === 'completed') await forgetBroken(trx, alerts, [row]);
    await limits.addUse(trx, useOf(row, ranges));
  });
}

// Tells members in the bell of downloads that stopped before their end, until the file is downloaded after all.

type Stopped = Pick<
  DownloadRow,
  'userId' | 'gameId' | 'gameTitle' | 'platform' | 'extraName' | 'singleFileId' | 'bytesSent' | 'hiddenAt'
>;

/** The same for all downloads of one file, so that a new download of it ends the alert of an earlier one. */
function subjectOf({ gameId, platform, extraName, singleFileId }: Stopped): string {
  return JSON.stringify([gameId, platform, extraName, singleFileId]);
}

/** A download without a byte did not break: perhaps the member has closed the browser's question where to save it. */
export async function tellOfBroken(
  trx: Trx,
  alerts: AlertsService,
  downloads: readonly Stopped[],
): Promise<void> {
  // Sorted by member, like every change of several members' states, to avoid deadlocks.
  const sorted = downloads.toSorted((a, b) => (a.userId ?? '').localeCompare(b.userId ?? '', 'en'));
  for (const download of sorted) {
    const { userId, gameId, gameTitle, platform, extraName, bytesSent, hiddenAt } = download;
    if (userId === null || gameId === null || bytesSent === 0 || hiddenAt !== null) continue;
    const data = { gameId, title: gameTitle, platform, extraName };
    await alerts.add(trx, [userId], { kind: 'download_broke', subject: subjectOf(download), data });
  }
}

/** Call this when downloads have been completed or cancelled. */
export async function forgetBroken(
  trx: Trx,
  alerts: AlertsService,
  downloads: readonly Stopped[],
): Promise<void> {
  const subjects = downloads.flatMap((download) =>
    download.userId === null ? [] : [{ userId: download.userId, subject: subjectOf(download) }],
  );
  await alerts.remove(trx, 'download_broke', subjects);
}
