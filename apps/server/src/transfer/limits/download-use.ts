// What downloads have used, and still need, of their member's limits. Each byte of a download counts once.

import { minuteMs } from '#platform/clock.ts';
import type { DownloadRow } from '../downloads/downloads.repository.ts';
import { coveredBytes, mergeRanges, type SentRanges } from '../downloads/sent-ranges.ts';
import type { MemberUse, Use } from '../tables.ts';

export type RunningRow = Pick<
  DownloadRow,
  | 'id'
  | 'fileSize'
  | 'sentRanges'
  | 'handedOverRanges'
  | 'startedAt'
  | 'lastByteAt'
  | 'connectedAt'
  | 'handedOverAt'
>;

/** Returns the use that these ranges add to a download, or nothing if its account was deleted. */
export function useOf(row: RunningRow & Pick<DownloadRow, 'userId'>, ranges: SentRanges): MemberUse[] {
  if (row.userId === null) return [];
  const before = countedRanges(row);
  // Not the difference of the saved ranges: those are bounded, and bytes would be free once their number is reached.
  const bytes = coveredBytes(mergeRanges(before, ranges)) - coveredBytes(before);
  return [{ userId: row.userId, bytes, files: hasBegun(row) ? 0 : 1 }];
}

/** Returns the bytes that a download still needs. */
export function restOf(row: RunningRow): number {
  return row.fileSize - coveredBytes(countedRanges(row));
}

function countedRanges({ sentRanges, handedOverRanges }: RunningRow): SentRanges {
  return mergeRanges(JSON.parse(sentRanges), JSON.parse(handedOverRanges));
}

/** Returns whether a byte was sent or handed over, also of an earlier content. */
export function hasBegun({ lastByteAt, handedOverAt }: RunningRow): boolean {
  return lastByteAt !== null || handedOverAt !== null;
}

/** Returns whether the download still reserves its remaining bytes: it has not stalled, whether or not the job has failed it yet. */
export function isRunning(
  { startedAt, lastByteAt, connectedAt, handedOverAt }: RunningRow,
  now: Date,
): boolean {
  return [startedAt, lastByteAt, connectedAt, handedOverAt].some((at) => isWithin(at, stalledMs, now));
}

/** Returns whether the download is one of those that a member may run at once: it is connected, or about to begin. */
export function countsAtOnce(row: RunningRow, now: Date): boolean {
  const isAboutToBegin = !hasBegun(row) && isWithin(row.startedAt, stalledMs, now);
  return isAboutToBegin || isWithin(row.connectedAt, connectedMs, now);
}

/** A time that lies as far ahead was recorded while the clock was ahead. */
function isWithin(at: string | null, ms: number, now: Date): boolean {
  return at !== null && Math.abs(Date.parse(at) - now.getTime()) < ms;
}

/** Returns what running downloads still need. */
export function reservedBy(rows: RunningRow[], now: Date): Use {
  const running = rows.filter((row) => isRunning(row, now));
  return {
    bytes: running.reduce((sum, row) => sum + restOf(row), 0),
    files: running.filter((row) => !hasBegun(row)).length,
  };
}

// After which times a download without bytes or a connection counts as ended.

/** The interval at which an open connection is recorded for the other nodes, even if no bytes are sent. */
export const recordIntervalMs = 10_000;
/** A connection that was last recorded longer ago than this belongs to a node that has died. */
export const connectedMs = 2 * recordIntervalMs;
/** A download without an open connection fails after this time. A later byte resumes it. */
export const stalledMs = 2 * minuteMs;
