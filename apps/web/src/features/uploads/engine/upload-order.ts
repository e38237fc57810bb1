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

/** The uploads as shown, each group in its order. */
export interface ShownUploads {
  /** Running and paused uploads, then failed ones, then waiting ones, each oldest first. */
  open: UploadRecord[];
  /** Completed uploads, newest first. */
  done: UploadRecord[];
}

/** Pausing a running upload does not change the order, so that buttons stay under the pointer. */
export function inShownOrder(records: readonly UploadRecord[]): ShownUploads {
  const open = records.filter(({ status }) => status !== 'completed');
  const done = records.filter(({ status }) => status === 'completed');
  return {
    open: open.sort((a, b) => rank(a) - rank(b) || a.startTime - b.startTime),
    done: done.sort((a, b) => (b.endTime ?? 0) - (a.endTime ?? 0)),
  };
}

function rank({ status, totalChunks }: UploadRecord): number {
  if (status === 'failed') return 1;
  // An upload that was paused before its turn still waits.
  const isWaiting = status === 'queued' || (status === 'paused' && totalChunks === 0);
  return isWaiting ? 2 : 0;
}
