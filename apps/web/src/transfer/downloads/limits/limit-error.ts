// Explains the limit that a download exceeds.
import type { LimitRefusal } from '@cellar/contract/transfer/download-limits.endpoints.ts';
import { formatSize, formatWeekday } from '#lib/format.ts';

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
