// Runs a download from the click to the first byte, with the retries of specification section 8.

import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { Ticket } from '@cellar/contract/transfer/downloads.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { sleep } from '#lib/sleep.ts';
import { isSessionOver, isWorthRetrying, NoFirstByteError } from './download-error.ts';
import type { TrackedDownload } from './tracked-download.ts';

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
