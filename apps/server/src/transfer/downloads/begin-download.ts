// Finds or creates the activity of a download: one row for each download id of a member.

import type { SettingsService } from '#admin/settings.service.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#db/database.ts';
import type { GamesService } from '#games/games.service.ts';
import { AppError } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import type { ExtrasService } from '../files/extras.service.ts';
import type { FilesService } from '../files/files.service.ts';
import { admitKnown, admitNew } from '../limits/admission.ts';
import type { LimitsService } from '../limits/limits.service.ts';
import type { Quarantine } from '../virus-scans/virus-scans.service.ts';
import type { DownloadRow } from './downloads.repository.ts';
import * as repository from './downloads.repository.ts';
import type { SentRanges } from './sent-ranges.ts';
import { fileMissing, isOfEarlierContent, isOfFile, type TargetFile, targetColumns } from './target-file.ts';
import { ticketLifeMs } from './tickets.service.ts';

export interface BeginDeps extends Pick<Base, 'db' | 'clock'> {
  games: GamesService;
  files: FilesService;
  extras: ExtrasService;
  settings: SettingsService;
  quarantine: Quarantine;
  limits: LimitsService;
}

/**
 * Returns this member's activity with this id, creating it if it is new.
 * @throws AppError file_missing, download_id_taken, quota_exceeded, too_many_downloads
 */
export async function beginDownload(
  deps: BeginDeps,
  userId: string,
  file: TargetFile,
  clientId: string,
): Promise<DownloadRow> {
  const known = await repository.findDownloadByClientId(deps.db, userId, clientId);
  const download = known ?? (await insert(deps, userId, file, clientId));
  refuseTaken(download, file);
  if (known) await admitKnown(deps, known, { isConnecting: false });
  return download;
}

/** Returns this member's activity with this id, if there is one. @throws AppError download_id_taken */
export async function findKnownDownload(
  { db }: BeginDeps,
  userId: string,
  file: TargetFile,
  clientId: string,
): Promise<DownloadRow | undefined> {
  const download = await repository.findDownloadByClientId(db, userId, clientId);
  if (download) refuseTaken(download, file);
  return download;
}

/**
 * Returns the download id for a client that sent none. All connections and ranges of a download get the same id, until the
 * download is complete, cancelled, or idle for a day. The id is derived from the previous one, so that two simultaneous requests
 * get the same id. A file that was handed over to the proxy counts as complete at once, but a request from its middle still
 * resumes it.
 * @throws AppError precondition_failed if the middle is now one of another content
 */
export async function unnamedId(
  { db, clock }: BeginDeps,
  userId: string,
  file: TargetFile,
  { requested, namesContent }: { requested: SentRanges; namesContent: boolean },
): Promise<string> {
  const prefix = file.singleFile ? `file-${file.id}-${file.singleFile.id}` : `file-${file.id}`;
  const last = await repository.findLatestDownload(db, { userId, file, prefix });
  if (!last) return `${prefix}.1`;
  const isAbandoned = lastActivityOf(last) < isoAt(clock, -ticketLifeMs);
  const isEarlier = isOfEarlierContent(last, file);
  const resumesHandOver = last.handedOverAt !== null && (requested[0]?.[0] ?? 0) > 0;
  if (isEarlier && resumesHandOver && !namesContent && !isAbandoned) throw contentChanged();
  const isOver =
    (last.status === 'completed' && (isEarlier || !resumesHandOver)) || last.cancelledAt !== null;
  return isOver || isAbandoned
    ? `${prefix}.${(Number(last.clientId.split('.')[1]) || 0) + 1}`
    : last.clientId;
}

async function insert(
  deps: BeginDeps,
  userId: string,
  file: TargetFile,
  clientId: string,
): Promise<DownloadRow> {
  const row = await newRow(deps, userId, file, clientId);
  try {
    return await admitNew(deps, row);
  } catch (error) {
    // The file was deleted or replaced after it was found.
    if (isForeignKeyViolation(error)) throw fileMissing();
    const other =
      isUniqueViolation(error) && (await repository.findDownloadByClientId(deps.db, userId, clientId));
    if (!other) throw error;
    return other;
  }
}

/** The settings at the start of the download decide whether admins see it, and whether they see the member. */
async function newRow(
  { settings, clock }: BeginDeps,
  userId: string,
  file: TargetFile,
  clientId: string,
): Promise<DownloadRow & { userId: string }> {
  const { usageEnabled, trackDownloads, trackUserActivity } = await settings.get();
  return {
    id: newId(),
    clientId,
    userId,
    ...targetColumns(file),
    status: 'in_progress',
    sentRanges: '[]',
    bytesSent: 0,
    startedAt: isoAt(clock),
    lastByteAt: null,
    connectedAt: null,
    endedAt: null,
    cancelledAt: null,
    hiddenAt: null,
    handedOverAt: null,
    handedOverRanges: '[]',
    logged: usageEnabled && trackDownloads ? 1 : 0,
    anonymous: usageEnabled && trackUserActivity ? 0 : 1,
  };
}

/** @throws AppError download_id_taken */
function refuseTaken(download: DownloadRow, file: TargetFile): void {
  if (!isOfFile(download, file) || download.cancelledAt || isOfEarlierContent(download, file)) {
    throw new AppError('download_id_taken', 'This download id was used before. Start a new download.');
  }
}

function lastActivityOf({ startedAt, lastByteAt, handedOverAt }: DownloadRow): string {
  return [startedAt, lastByteAt ?? '', handedOverAt ?? ''].toSorted().at(-1) ?? startedAt;
}

export function contentChanged(): AppError {
  return new AppError(
    'precondition_failed',
    'The file has changed since this download began. Download it from the beginning.',
  );
}
