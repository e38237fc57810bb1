// The state that the tracker keeps for a download in addition to its record.

import { limits } from '@cellar/contract/rules/limits.ts';
import type { ActiveDownload } from '@cellar/contract/transfer/downloads.ts';
import { SpeedWindow } from '#lib/speed-window.ts';
import type { DownloadRecord } from './download-record.ts';

export class TrackedDownload {
  record: DownloadRecord;
  readonly controller = new AbortController();
  /** Whether the server may know the download. */
  isRequested = false;
  /** Whether the browser has received the URL. */
  isOpened = false;
  hasFirstByte = false;
  /** Whether, at the last poll, the connection had broken before the first byte. */
  hasBroken = false;
  /** The number of consecutive polls in which the server did not list the download. */
  missedPolls = 0;
  #speed = new SpeedWindow();

  constructor(facts: Omit<DownloadRecord, 'progress' | 'status' | 'speed' | 'isSending' | 'isHandedOver'>) {
    const initial = { progress: 0, speed: 0, isSending: false, isHandedOver: false } as const;
    this.record = { ...facts, ...initial, status: 'downloading' };
  }

  get isFollowed(): boolean {
    return this.isOpened && this.record.status === 'downloading';
  }

  change(change: Partial<DownloadRecord>): void {
    this.record = { ...this.record, ...change };
  }

  /** Updates the record with the byte counts of the server. */
  count({ bytesSent, fileSize, isSending, hasBroken, isHandedOver, status }: ActiveDownload): void {
    this.hasBroken = hasBroken;
    this.hasFirstByte ||= bytesSent > 0 || status === 'completed' || isHandedOver;
    const percent = fileSize > 0 ? Math.floor((100 * bytesSent) / fileSize) : 0;
    const progress = Math.max(this.record.progress, Math.min(percent, limits.progressCapPercent));
    const speed = this.#speed.add(performance.now(), bytesSent);
    this.change({ bytesSent, fileSize, progress, speed: isHandedOver ? 0 : speed, isSending, isHandedOver });
  }
}

/** Returns a tracked download for one that was started elsewhere or before the page was loaded. */
export function pickedUp(running: ActiveDownload): TrackedDownload {
  const { downloadId: id, title, platform, gameId, bytesSent, fileSize, startedAt } = running;
  const extra = running.extra ?? undefined;
  const singleFile = running.singleFile ?? undefined;
  const startTime = Date.parse(startedAt);
  const facts = { id, title, platform, extra, singleFile, gameId, startTime, bytesSent, fileSize };
  const download = new TrackedDownload(facts);
  download.isRequested = true;
  download.isOpened = true;
  // Prevents retries, which only the page that started the download can make.
  download.hasFirstByte = true;
  download.count(running);
  return download;
}
