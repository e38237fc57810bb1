// One download with all that the tracker must remember of it beside its record. Used by the tracker alone.
import type { ActiveDownload } from '@cellar/contract/downloads.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { SpeedWindow } from '#lib/speed-window.ts';
import type { DownloadRecord } from './download-record.ts';

export class TrackedDownload {
  record: DownloadRecord;
  readonly controller = new AbortController();
  /** The server may know of it. */
  isAsked = false;
  /** The browser has its address. */
  isOpened = false;
  hasFirstByte = false;
  /** Its last connection broke before the first byte, as far as the last look tells. */
  hasBroken = false;
  /** Looks in a row in which the server did not list it. */
  absences = 0;
  #speed = new SpeedWindow();

  constructor(facts: Omit<DownloadRecord, 'progress' | 'status' | 'speed' | 'isSending' | 'isHandedOver'>) {
    const beginning = {
      progress: 0,
      status: 'downloading',
      speed: 0,
      isSending: false,
      isHandedOver: false,
    } as const;
    this.record = { ...facts, ...beginning };
  }

  get isFollowed(): boolean {
    return this.isOpened && this.record.status === 'downloading';
  }

  change(change: Partial<DownloadRecord>): void {
    this.record = { ...this.record, ...change };
  }

  /** Takes over what the server has counted. */
  count({ bytesSent, fileSize, isSending, hasBroken, isHandedOver, status }: ActiveDownload): void {
    this.hasBroken = hasBroken;
    this.hasFirstByte ||= bytesSent > 0 || status === 'completed' || isHandedOver;
    const percent = fileSize > 0 ? Math.floor((100 * bytesSent) / fileSize) : 0;
    const progress = Math.max(this.record.progress, Math.min(percent, limits.progressCapPercent));
    const speed = this.#speed.add(performance.now(), bytesSent);
    this.change({ bytesSent, fileSize, progress, speed: isHandedOver ? 0 : speed, isSending, isHandedOver });
  }
}

/** One that was begun elsewhere, or before the page was loaded. */
export function pickedUp(running: ActiveDownload): TrackedDownload {
  const { downloadId: id, title, platform, gameId, bytesSent, fileSize, startedAt } = running;
  const facts = { id, title, platform, gameId, startTime: Date.parse(startedAt), bytesSent, fileSize };
  const download = new TrackedDownload(facts);
  download.isAsked = true;
  download.isOpened = true;
  // Whatever becomes of it, there is nothing here that could begin it again.
  download.hasFirstByte = true;
  download.count(running);
  return download;
}
