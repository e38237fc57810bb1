// What becomes of a download by the bytes that have gone out, and those that were handed to the proxy. Used by both who send.
import type { DownloadRow } from './downloads.repository.ts';
import { coveredBytes, mergeRanges, type SentRanges } from './sent-ranges.ts';

/** Completed: each byte has gone out or was handed over. What was cancelled stays so. */
export function stateOf(
  row: DownloadRow,
  { sent, handedOver }: { sent: SentRanges; handedOver: SentRanges },
  now: string,
): Pick<DownloadRow, 'status' | 'endedAt'> {
  if (row.cancelledAt) return { status: row.status, endedAt: row.endedAt };
  const isWhole = coveredBytes(mergeRanges(sent, handedOver)) >= row.fileSize;
  return { status: isWhole ? 'completed' : 'in_progress', endedAt: isWhole ? (row.endedAt ?? now) : null };
}
