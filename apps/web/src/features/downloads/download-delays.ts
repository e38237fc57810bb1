// How long the tracker waits for what (specification sections 4 and 9). Tests shorten it.
import { limits } from '@cellar/contract/rules/limits.ts';
import type { BeginDelays } from './begin-download.ts';

export interface DownloadDelays extends BeginDelays {
  completedShownMs: number;
  failedShownMs: number;
}

export const defaultDelays: DownloadDelays = {
  startMs: limits.downloadStartDelayMs,
  retries: limits.downloadRetries,
  retryMs: limits.downloadRetryDelayMs,
  pollMs: 1000,
  firstByteMs: 15_000,
  completedShownMs: limits.completedDownloadShownMs,
  failedShownMs: limits.failedDownloadShownMs,
};
