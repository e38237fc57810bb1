// Computes the number and the overall progress of all uploads of this page.
import type { UploadRecord } from '../engine/upload-record.ts';

export interface UploadTotals {
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
