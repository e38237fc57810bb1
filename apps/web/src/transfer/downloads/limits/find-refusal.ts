// Finds the limit that a new download would exceed.
import type { LimitRefusal, LimitsUse } from '@cellar/contract/transfer/download-limits.ts';

/** Returns why a new download of this many bytes would be refused at present, or undefined if it fits. */
export function findRefusal(use: LimitsUse, fileSize: number): LimitRefusal | undefined {
  const { bytesPerPeriod, filesPerPeriod } = use.limits;
  const { freeAt } = use;
  if (filesPerPeriod !== null && use.files + use.reservedFiles >= filesPerPeriod) {
    return { reason: 'files', limit: filesPerPeriod, needs: 1, left: 0, freeAt };
  }
  if (bytesPerPeriod === null) return undefined;
  const left = Math.max(0, bytesPerPeriod - use.bytes - use.reservedBytes);
  if (fileSize > bytesPerPeriod) {
    return { reason: 'file_too_large', limit: bytesPerPeriod, needs: fileSize, left, freeAt: null };
  }
  return fileSize > left
    ? { reason: 'bytes', limit: bytesPerPeriod, needs: fileSize, left, freeAt }
    : undefined;
}
