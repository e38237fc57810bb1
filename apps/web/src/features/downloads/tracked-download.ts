// One download with all that the tracker must remember of it beside its record. Used by the tracker alone.
import type { ActiveDownload } from '@cellar/contract/downloads.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { DownloadRecord } from './download-record.ts';
import { SpeedWindow } from './speed.ts';

export class TrackedDownload {
  record: DownloadRecord;
  readonly controller = new AbortController();
  /** The server may know of it. */
  isAsked = false;
  /** The browser has its address. */
  isOpened = false;
  hasFirstByte = false;
  isSending = false;
  /** Looks in a row in which the server did not list it. */
  absences = 0;
  #speed = new SpeedWindow();

  constructor(facts: Omit<DownloadRecord, 'progress' | 'status' | 'speed'>) {
    this.record = { ...facts, progress: 0, status: 'downloading', speed: 0 };
  }

  get isFollowed(): boolean {
    return this.isOpened && this.record.status === 'downloading';
  }

  change(change: Partial<DownloadRecord>): void {
    this.record = { ...this.record, ...change };
  }

  /** Takes over what the server has counted. */
  count({ bytesSent, fileSize, isSending, status }: ActiveDownload): void {
    this.isSending = isSending;
    this.hasFirstByte ||= bytesSent > 0 || status === 'completed';
    const percent = fileSize > 0 ? Math.floor((100 * bytesSent) / fileSize) : 0;
    const progress = Math.max(this.record.progress, Math.min(percent, limits.progressCapPercent));
    const speed = this.#speed.add(performance.now(), bytesSent);
    this.change({ bytesSent, fileSize, progress, speed });
  }
}
