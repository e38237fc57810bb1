// The order in which uploads run and are shown. The oldest queued upload by start time is next (specification section
// 4).
import type { UploadRecord } from './upload-record.ts';

/** Returns the queued uploads, with the next one first. Uploads from the same millisecond keep their order. */
export function waiting<T extends Pick<UploadRecord, 'status' | 'startTime'>>(records: readonly T[]): T[] {
  return records.filter(({ status }) => status === 'queued').sort((a, b) => a.startTime - b.startTime);
}

/** Returns the position of each queued upload by id, from 1. */
export function queuePositions(records: readonly UploadRecord[]): Map<string, number> {
  return new Map(waiting(records).map(({ id }, index) => [id, index + 1]));
}

/** The uploads in the groups and the order in which they are shown. */
export interface UploadGroupsShown {
  /** Uploads that run, and those that were paused while they ran, oldest first. */
  running: UploadRecord[];
  failed: UploadRecord[];
  waiting: UploadRecord[];
  /** Newest first. */
  completed: UploadRecord[];
}

/** Pausing a running upload does not change the order, so that buttons stay under the pointer. */
export function inShownGroups(records: readonly UploadRecord[]): UploadGroupsShown {
  const groups: UploadGroupsShown = { running: [], failed: [], waiting: [], completed: [] };
  for (const record of records) groups[groupOf(record)].push(record);
  for (const group of [groups.running, groups.failed, groups.waiting])
    group.sort((a, b) => a.startTime - b.startTime);
  groups.completed.sort((a, b) => (b.endTime ?? 0) - (a.endTime ?? 0));
  return groups;
}

function groupOf({ status, totalChunks }: UploadRecord): keyof UploadGroupsShown {
  if (status === 'failed' || status === 'completed') return status;
  // An upload that was paused before its turn still waits.
  const isWaiting = status === 'queued' || (status === 'paused' && totalChunks === 0);
  return isWaiting ? 'waiting' : 'running';
}

// Computes the number and the overall progress of all uploads of this page.

interface UploadTotals {
  uploading: number;
  queued: number;
  paused: number;
  completed: number;
  failed: number;
  /** Uploading, queued or paused. */
  left: number;
  /** The overall progress of the current uploads in bytes: 0 to 99 while some are left. */
  percent: number;
}

const isLeft = ({ status }: UploadRecord) =>
  status === 'uploading' || status === 'queued' || status === 'paused';

export function uploadTotals(records: readonly UploadRecord[]): UploadTotals {
  const counts = { uploading: 0, queued: 0, paused: 0, completed: 0, failed: 0 };
  for (const { status } of records) counts[status] += 1;
  const left = records.filter(isLeft);
  return { ...counts, left: left.length, percent: percentOf(left, records) };
}

/** Completed uploads count only if they ended after the oldest open upload began. */
function percentOf(left: readonly UploadRecord[], records: readonly UploadRecord[]): number {
  if (left.length === 0) return records.some(({ status }) => status === 'completed') ? 100 : 0;
  const since = Math.min(...left.map(({ startTime }) => startTime));
  const done = records.filter(({ status, endTime = 0 }) => status === 'completed' && endTime >= since);
  let sent = 0;
  let all = 0;
  for (const { fileSize, progress } of [...left, ...done]) {
    sent += fileSize * progress;
    all += fileSize;
  }
  return all > 0 ? Math.min(99, Math.floor(sent / all)) : 0;
}
