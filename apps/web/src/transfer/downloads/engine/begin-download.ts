// Runs a download from the click to the first byte, with the retries of specification section 8.
import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { ActiveDownload, Ticket } from '@cellar/contract/transfer/downloads.endpoints.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { sleep } from '#lib/sleep.ts';
import { SpeedWindow } from '#lib/speed-window.ts';
import { isSessionOver, isWorthRetrying, NoFirstByteError } from './download-error.ts';
import type { DownloadRecord } from './download-record.ts';

/** Delays in milliseconds (specification sections 4 and 9), and the number of retries. */
export interface DownloadDelays {
  /** Between the click and the request. */
  startMs: number;
  retries: number;
  retryMs: number;
  /** Between two polls of the server. */
  pollMs: number;
  /** After this time without bytes or a connection, the transfer has failed. */
  firstByteMs: number;
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

interface BeginDeps {
  api: Pick<ApiClient, 'call'>;
  delays: DownloadDelays;
  /** Opens the ticket's URL and starts to poll. */
  handOver(ticket: Ticket): void;
  /** Returns the time (`performance.now()`) at which the last successful poll was sent. */
  polledAt(): number;
  onRetry(attempt: number, attempts: number): void;
}

/** Resolves at the first byte. Throws the error of the last attempt, or the signal's reason. */
export async function beginDownload(download: TrackedDownload, deps: BeginDeps): Promise<void> {
  const { signal } = download.controller;
  const { startMs, retries, retryMs } = deps.delays;
  await sleep(startMs, signal);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await attemptDownload(download, deps);
      return;
    } catch (error) {
      // A 401 ends the session, which aborts this download, but the 401 is still the error to show.
      if (isSessionOver(error)) throw error;
      signal.throwIfAborted();
      if (attempt > retries || !isWorthRetrying(error)) throw error;
      // The first attempt is number 1, so the toasts show 2/4, 3/4, 4/4.
      deps.onRetry(attempt + 1, retries + 1);
      await sleep(retryMs, signal);
    }
  }
}

async function attemptDownload(download: TrackedDownload, deps: BeginDeps): Promise<void> {
  const { signal } = download.controller;
  const { id: downloadId, gameId, platform, extra, singleFile } = download.record;
  download.isRequested = true;
  const id = gameId ?? '';
  const options = { body: { downloadId, singleFile: singleFile?.id }, signal };
  const ticket = extra
    ? await deps.api.call(memberApi.createExtraTicket, {
        params: { id, extraId: extra.id ?? '' },
        ...options,
      })
    : await deps.api.call(memberApi.createTicket, { params: { id, platform }, ...options });
  signal.throwIfAborted();
  deps.handOver(ticket);
  await waitForFirstByte(download, deps);
}

/**
 * Waits for the first byte. The server reports connections that broke before it. If there was no connection at all,
 * only a poll after the deadline proves it.
 */
async function waitForFirstByte(download: TrackedDownload, { delays, polledAt }: BeginDeps): Promise<void> {
  const openedAt = performance.now();
  const deadline = openedAt + delays.firstByteMs;
  while (!download.hasFirstByte) {
    if (polledAt() >= openedAt && download.hasBroken) throw new NoFirstByteError();
    if (polledAt() >= deadline && !download.record.isSending) throw new NoFirstByteError();
    await sleep(delays.pollMs / 2, download.controller.signal);
  }
}

// The state that the tracker keeps for a download in addition to its record.

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
