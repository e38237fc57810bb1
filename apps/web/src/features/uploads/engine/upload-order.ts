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

/**
 * Returns open uploads, then failed ones (each oldest first), then completed ones (newest first). Pausing does not
 * change the order, so that buttons stay under the pointer.
 */
export function inShownOrder(records: readonly UploadRecord[]): UploadRecord[] {
  const open = records.filter(({ status }) => status !== 'completed' && status !== 'failed');
  const failed = records.filter(({ status }) => status === 'failed');
  const done = records.filter(({ status }) => status === 'completed');
  return [
    ...open.sort((a, b) => a.startTime - b.startTime),
    ...failed.sort((a, b) => a.startTime - b.startTime),
    ...done.sort((a, b) => (b.endTime ?? 0) - (a.endTime ?? 0)),
  ];
}
