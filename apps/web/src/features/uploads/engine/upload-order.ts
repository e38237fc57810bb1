// In which order uploads run and are shown (specification section 4: the oldest queued one, by start time, is next). Pure;
// used by the engine and the queue panel.
import type { UploadRecord } from './upload-record.ts';

/** Those that wait, the next one first. What came in the same millisecond keeps the order it came in. */
export function waiting<T extends Pick<UploadRecord, 'status' | 'startTime'>>(records: readonly T[]): T[] {
  return records.filter(({ status }) => status === 'queued').sort((a, b) => a.startTime - b.startTime);
}

/** The place of each waiting upload, from 1. */
export function queuePositions(records: readonly UploadRecord[]): Map<string, number> {
  return new Map(waiting(records).map(({ id }, index) => [id, index + 1]));
}

/**
 * What is to be done in the order it came, then what failed, what is done at the end, the latest first. A pause moves
 * nothing: what somebody is about to press stays under the pointer.
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
