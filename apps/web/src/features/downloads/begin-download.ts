// From the click to the first byte: ticket, hand-over to the browser, and the retries of specification section 8.
// Used by the tracker.
import { api } from '@cellar/contract/api.ts';
import type { Ticket } from '@cellar/contract/downloads.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { sleep } from '#lib/sleep.ts';
import { isSessionOver, isWorthRetrying, NoFirstByteError } from './download-error.ts';
import type { TrackedDownload } from './tracked-download.ts';

export interface BeginDelays {
  /** Between the click and the request. */
  startMs: number;
  retries: number;
  retryMs: number;
  /** Between two looks at what the server has sent. */
  pollMs: number;
  /** A transfer without a byte and without a connection for this long has not begun. */
  firstByteMs: number;
}

export interface BeginDeps {
  api: Pick<ApiClient, 'call'>;
  delays: BeginDelays;
  /** Opens the ticket's address and begins to look. */
  handOver(ticket: Ticket): void;
  /** When the last look that succeeded was asked for, in `performance.now()`. */
  lookedAt(): number;
  onRetry(attempt: number, attempts: number): void;
}

/** Resolves when bytes flow. Throws what the last attempt failed of, or the signal's reason. */
export async function beginDownload(download: TrackedDownload, deps: BeginDeps): Promise<void> {
  const { signal } = download.controller;
  const { startMs, retries, retryMs } = deps.delays;
  await sleep(startMs, signal);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await attemptDownload(download, deps);
      return;
    } catch (error) {
      // Whoever hears of the refusal first ends the session, and with it this download: the refusal is still why.
      if (isSessionOver(error)) throw error;
      signal.throwIfAborted();
      if (attempt > retries || !isWorthRetrying(error)) throw error;
      // The first try is 1, so the toasts count 2/4, 3/4, 4/4.
      deps.onRetry(attempt + 1, retries + 1);
      await sleep(retryMs, signal);
    }
  }
}

async function attemptDownload(download: TrackedDownload, deps: BeginDeps): Promise<void> {
  const { signal } = download.controller;
  const { id: downloadId, gameId, platform } = download.record;
  download.isAsked = true;
  const ticket = await deps.api.call(api.createTicket, {
    params: { id: gameId ?? '', platform },
    body: { downloadId },
    signal,
  });
  signal.throwIfAborted();
  deps.handOver(ticket);
  await firstByte(download, deps);
}

/**
 * The server says when a connection broke before its first byte. Where none has come at all, only a look taken after the
 * deadline may say that nothing has begun: without an answer nobody knows.
 */
async function firstByte(download: TrackedDownload, { delays, lookedAt }: BeginDeps): Promise<void> {
  const openedAt = performance.now();
  const deadline = openedAt + delays.firstByteMs;
  while (!download.hasFirstByte) {
    if (lookedAt() >= openedAt && download.hasBroken) throw new NoFirstByteError();
    if (lookedAt() >= deadline && !download.record.isSending) throw new NoFirstByteError();
    await sleep(delays.pollMs / 2, download.controller.signal);
  }
}
