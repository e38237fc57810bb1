// The download tracker: asks for tickets, hands them to the browser's own download manager and follows what the server
// counts (design section 4). Knows no React; made once in app/, read through use-downloads.ts.
import { api } from '@cellar/contract/api.ts';
import type { ActiveDownload, Ticket } from '@cellar/contract/downloads.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { Listeners } from '#lib/listeners.ts';
import { type BeginDelays, beginDownload } from './begin-download.ts';
import { BrokenTransferError, downloadErrorText, NoFirstByteError } from './download-error.ts';
import type { DownloadEvent, DownloadRecord } from './download-record.ts';
import { openUrl } from './open-url.ts';
import { TrackedDownload } from './tracked-download.ts';

export interface DownloadDelays extends BeginDelays {
  completedShownMs: number;
  failedShownMs: number;
}

export interface DownloadTrackerDeps {
  api: Pick<ApiClient, 'call'>;
  openUrl?: ((url: string) => void) | undefined;
  /** The contract's limits; tests shorten them. */
  delays?: Partial<DownloadDelays> | undefined;
}

export interface DownloadInput {
  gameId: string | undefined;
  title: string | undefined;
  platform: string | undefined;
}

const defaultDelays: DownloadDelays = {
  startMs: limits.downloadStartDelayMs,
  retries: limits.downloadRetries,
  retryMs: limits.downloadRetryDelayMs,
  pollMs: 1000,
  firstByteMs: 15_000,
  completedShownMs: limits.completedDownloadShownMs,
  failedShownMs: limits.failedDownloadShownMs,
};

const pollTimeoutMs = 10_000;
const absencesUntilGone = 3;

export class DownloadTracker {
  #api: Pick<ApiClient, 'call'>;
  #openUrl: (url: string) => void;
  #delays: DownloadDelays;
  #downloads = new Map<string, TrackedDownload>();
  #snapshot: readonly DownloadRecord[] = [];
  #changes = new Listeners();
  #events = new Listeners<DownloadEvent>();
  #isPolling = false;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: DownloadTrackerDeps) {
    this.#api = deps.api;
    this.#openUrl = deps.openUrl ?? openUrl;
    this.#delays = { ...defaultDelays, ...deps.delays };
  }

  /** Ignored without game, title and platform. A file that is being downloaded already is not fetched twice. */
  start({ gameId, title, platform }: DownloadInput): DownloadRecord | undefined {
    if (!gameId || !title || !platform) return undefined;
    const running = this.#snapshot.find(
      (record) => record.gameId === gameId && record.platform === platform && record.status === 'downloading',
    );
    if (running) return running;
    const id = this.#newId(gameId, platform);
    const facts = { id, title, platform, gameId, startTime: Date.now(), bytesSent: 0, fileSize: 0 };
    const download = this.#add(new TrackedDownload(facts));
    this.#events.call({ type: 'started', record: download.record });
    void this.#begin(download);
    return download.record;
  }

  /** Stops a download, here and on the server; one that has ended is only taken off the list. */
  async cancel(id: string): Promise<void> {
    const download = this.#downloads.get(id);
    if (!download) return;
    this.#remove(download);
    if (download.record.status !== 'downloading') return;
    this.#events.call({ type: 'cancelled', record: download.record });
    if (download.isAsked) await this.#stopOnServer(id);
  }

  /** Picks up what was running before the page was loaded. Never throws: without it the page works as well. */
  async restore(): Promise<void> {
    try {
      const { downloads } = await this.#api.call(api.activeDownloads);
      for (const running of downloads) if (running.status === 'in_progress') this.#pickUp(running);
      void this.#poll();
    } catch (error) {
      console.warn('Running downloads could not be asked for', error);
    }
  }

  /** Forgets everything without stopping it: for the end of a session. */
  clear(): void {
    for (const download of [...this.#downloads.values()]) this.#remove(download);
  }

  /** The same array until something changes. */
  getSnapshot = (): readonly DownloadRecord[] => this.#snapshot;

  subscribe = this.#changes.add;

  /** What people are told of, as it happens. Returns what ends it. */
  on = this.#events.add;

  /** Ids of games may begin with `-` or `_`; that of a download must not. */
  #newId(gameId: string, platform: string): string {
    const prefix = /^[A-Za-z0-9]/.test(gameId) ? gameId : `g${gameId}`;
    let timestamp = Date.now();
    while (this.#downloads.has(`${prefix}-${platform}-${timestamp}`)) timestamp += 1;
    return `${prefix}-${platform}-${timestamp}`;
  }

  #pickUp(running: ActiveDownload): void {
    const { downloadId: id, title, platform, gameId, bytesSent, fileSize, startedAt } = running;
    if (this.#downloads.has(id)) return;
    const facts = { id, title, platform, gameId, startTime: Date.parse(startedAt), bytesSent, fileSize };
    const download = new TrackedDownload(facts);
    download.isAsked = true;
    download.isOpened = true;
    // Whatever becomes of it, there is nothing here that could begin it again.
    download.hasFirstByte = true;
    download.count(running);
    this.#add(download);
  }

  async #begin(download: TrackedDownload): Promise<void> {
    try {
      await beginDownload(download, {
        api: this.#api,
        delays: this.#delays,
        handOver: (ticket) => this.#handOver(download, ticket),
        lookedAt: () => this.#lookedAt,
        onRetry: (attempt, attempts) =>
          this.#events.call({ type: 'retrying', record: download.record, attempt, attempts }),
      });
    } catch (error) {
      if (download.controller.signal.aborted) return;
      this.#fail(download, error);
      // Or the server would list it as running until it has been silent for long.
      if (error instanceof NoFirstByteError) await this.#stopOnServer(download.record.id);
    }
  }

  async #stopOnServer(downloadId: string): Promise<void> {
    try {
      await this.#api.call(api.cancelDownload, { params: { downloadId } });
    } catch (error) {
      console.warn(`Download ${downloadId}: the server could not be asked to stop it`, error);
    }
  }

  #handOver(download: TrackedDownload, ticket: Ticket): void {
    this.#openUrl(ticket.url);
    download.isOpened = true;
    this.#set(download, { fileSize: ticket.fileSize });
    void this.#poll();
  }

  /** One loop for all downloads; it ends with the last of them. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    while ([...this.#downloads.values()].some(({ isFollowed }) => isFollowed)) {
      const askedAt = performance.now();
      try {
        const { downloads } = await this.#api.call(api.activeDownloads, { timeoutMs: pollTimeoutMs });
        this.#look(downloads);
        this.#lookedAt = askedAt;
      } catch (error) {
        // The session is over: every further look would be refused too. Anything else may pass.
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) this.clear();
      }
      await new Promise((resolve) => setTimeout(resolve, this.#delays.pollMs));
    }
    this.#isPolling = false;
  }

  #look(downloads: ActiveDownload[]): void {
    const byId = new Map(downloads.map((running) => [running.downloadId, running]));
    for (const download of [...this.#downloads.values()].filter(({ isFollowed }) => isFollowed)) {
      const running = byId.get(download.record.id);
      download.absences = running ? 0 : download.absences + 1;
      if (running) this.#follow(download, running);
      // It ended while nobody looked (a sleeping machine, a throttled tab). How is not known, so nothing is claimed.
      else if (download.hasFirstByte && download.absences >= absencesUntilGone) this.#remove(download);
    }
  }

  #follow(download: TrackedDownload, running: ActiveDownload): void {
    download.count(running);
    if (running.status === 'completed') this.#complete(download);
    // Cancelled elsewhere, or silent for so long that the server has given it up: nothing to try again.
    else if (running.status === 'failed') this.#fail(download, new BrokenTransferError());
    else this.#publish();
  }

  #complete(download: TrackedDownload): void {
    this.#set(download, { status: 'completed', progress: 100, speed: 0, completedAt: Date.now() });
    this.#events.call({ type: 'completed', record: download.record });
    setTimeout(() => this.#remove(download), this.#delays.completedShownMs);
  }

  #fail(download: TrackedDownload, cause: unknown): void {
    download.controller.abort();
    const error = downloadErrorText(cause);
    this.#set(download, { status: 'failed', failedAt: Date.now(), speed: 0, error });
    this.#events.call({ type: 'failed', record: download.record, error });
    setTimeout(() => this.#remove(download), this.#delays.failedShownMs);
  }

  #add(download: TrackedDownload): TrackedDownload {
    this.#downloads.set(download.record.id, download);
    this.#publish();
    return download;
  }

  #remove(download: TrackedDownload): void {
    download.controller.abort();
    if (this.#downloads.delete(download.record.id)) this.#publish();
  }

  #set(download: TrackedDownload, change: Partial<DownloadRecord>): void {
    download.change(change);
    this.#publish();
  }

  #publish(): void {
    this.#snapshot = [...this.#downloads.values()].map(({ record }) => record);
    this.#changes.call();
  }
}
