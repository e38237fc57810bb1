// Explains limits that a download exceeds: one that was refused, or one that would be.
import type { LimitRefusal, LimitsUse } from '@cellar/contract/download-limits.ts';
import { formatSize } from '#lib/format.ts';
import { formatWeekday } from '#lib/format-time.ts';

/** A text in i18n/…/downloads.json with its values. */
export interface LimitText {
  key: `errors.${'quotaBytes' | 'quotaFiles' | 'fileTooLarge' | 'atOnce'}`;
  values: { size?: string; left?: string; limit?: string; date?: string };
}

export function limitText({ reason, limit, needs, left, freeAt }: LimitRefusal, language: string): LimitText {
  const date = freeAt === null ? '' : formatWeekday(freeAt, language);
  const size = (bytes: number) => formatSize(bytes, language);
  if (reason === 'at_once') return { key: 'errors.atOnce', values: {} };
  if (reason === 'files') return { key: 'errors.quotaFiles', values: { date } };
  if (reason === 'file_too_large') return { key: 'errors.fileTooLarge', values: { limit: size(limit) } };
  return { key: 'errors.quotaBytes', values: { size: size(needs), left: size(left), date } };
}

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
