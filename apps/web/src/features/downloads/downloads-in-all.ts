// All downloads of the member as one figure. Pure; used by the pill in the frame.
import { limits } from '@cellar/contract/rules/limits.ts';
import type { DownloadRecord } from './download-record.ts';

export interface DownloadsInAll {
  running: number;
  failed: number;
  /** By bytes; undefined while the size of one is not known yet, or a proxy sends one. */
  percent: number | undefined;
}

export function downloadsInAll(records: readonly DownloadRecord[]): DownloadsInAll {
  const running = records.filter(({ status }) => status === 'downloading');
  const failed = records.filter(({ status }) => status === 'failed').length;
  return { running: running.length, failed, percent: percentOf(running) };
}

function percentOf(running: DownloadRecord[]): number | undefined {
  if (running.some(({ fileSize, isHandedOver }) => fileSize === 0 || isHandedOver)) return undefined;
  const all = running.reduce((sum, { fileSize }) => sum + fileSize, 0);
  const sent = running.reduce((sum, { bytesSent }) => sum + bytesSent, 0);
  return all > 0 ? Math.min(Math.floor((100 * sent) / all), limits.progressCapPercent) : undefined;
}
