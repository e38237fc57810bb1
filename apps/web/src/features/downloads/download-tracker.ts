// The download tracker: asks for tickets, hands them to the browser's own download manager and follows what the server
// counts (design section 4). Knows no React; made once in app/, read through use-downloads.ts.
import { api } from '@cellar/contract/api.ts';
import type { ActiveDownload, Ticket } from '@cellar/contract/downloads.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { Listeners } from '#lib/listeners.ts';
import { beginDownload } from './begin-download.ts';
import { type DownloadDelays, defaultDelays } from './download-delays.ts';
import { BrokenTransferError, downloadErrorText, isSessionOver, NoFirstByteError } from './download-error.ts';
import type { DownloadEvent, DownloadRecord } from './download-record.ts';
import { openUrl } from './open-url.ts';
import { pickedUp, TrackedDownload } from './tracked-download.ts';

export interface DownloadTrackerDeps {
  api: Pick<ApiClient, 'call'>;
  openUrl?: typeof openUrl | undefined;
  /** The contract's limits; tests shorten them. */
  delays?: Partial<DownloadDelays> | undefined;
}

export interface DownloadInput {
  gameId: string | undefined;
  title: string | undefined;
  platform: string | undefined;
}

const pollTimeoutMs = 10_000;
const absencesUntilGone = 3;

export class DownloadTracker {
  #api: Pick<ApiClient, 'call'>;
  #openUrl: typeof openUrl;
  #delays: DownloadDelays;
  #downloads = new Map<string, TrackedDownload>();
  #snapshot: readonly DownloadRecord[] = [];
  #changes = new Listeners();
  #events = new Listeners<DownloadEvent>();
  /** Stopped or given up here. The server may list one as running for a moment longer: it is not picked up again. */
  #dismissed = new Set<string>();
  /** Of one member's time at this page; an answer to another's question is none of theirs. */
  #session = 0;
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
      (record) =>
        record.gameId === gameId &&
        record.platform === platform &&
        record.status === 'downloading' &&
        !record.isHandedOver,
    );
    if (running) return running;
    const id = this.#newId(gameId, platform);
    const facts = { id, title, platform, gameId, startTime: Date.now(), bytesSent: 0, fileSize: 0 };
    const download = this.#add(new TrackedDownload(facts));
    this.#events.call({ type: 'started', record: download.record });
    void this.#begin(download);
    return download.record;
  }

  /** Stops a download, here and on the server; one that has ended, or that only the browser can stop, is taken off the list. */
  async cancel(id: string): Promise<void> {
    const download = this.#downloads.get(id);
    if (!download) return;
    if (download.record.isHandedOver) this.#dismissed.add(id);
    if (download.record.isHandedOver || download.record.status !== 'downloading')
      return this.#remove(download);
    this.#forget(download);
    if (download.isAsked) await this.#stopOnServer(id);
  }

  /**
   * Picks up what runs: since before the page was loaded, from another tab, on another device. Never throws: without it
   * the page works as well.
   */
  async look(): Promise<void> {
    const session = this.#session;
    try {
      const { downloads } = await this.#api.call(api.activeDownloads, { timeoutMs: pollTimeoutMs });
      if (session !== this.#session) return;
      this.#pickUp(downloads);
      void this.#poll();
    } catch (error) {
      console.warn('Running downloads could not be asked for', error);
    }
  }

  /** Forgets everything without stopping it: for the end of a session. */
  clear(): void {
    this.#session += 1;
    this.#dismissed.clear();
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

  #pickUp(all: ActiveDownload[]): void {
    const isNew = ({ status, isHandedOver, downloadId: id }: ActiveDownload) =>
      (status === 'in_progress' || (status === 'completed' && isHandedOver)) &&
      !this.#downloads.has(id) &&
      !this.#dismissed.has(id);
    for (const running of all.filter(isNew)) this.#add(pickedUp(running));
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
      if (download.controller.signal.aborted && !isSessionOver(error)) return;
      this.#fail(download, error);
      // Or the server would list it as running until it has been silent for long.
      if (error instanceof NoFirstByteError) await this.#stopOnServer(download.record.id, 'never_began');
    }
  }

  async #stopOnServer(downloadId: string, reason: 'cancelled' | 'never_began' = 'cancelled'): Promise<void> {
    try {
      await this.#api.call(api.cancelDownload, { params: { downloadId }, body: { reason } });
    } catch (error) {
      console.warn(`Download ${downloadId}: the server could not be asked to stop it`, error);
    }
  }

  #handOver(download: TrackedDownload, ticket: Ticket): void {
    const { gameId, platform } = download.record;
    this.#openUrl(ticket.url, `${gameId}_${platform}.rar`);
    download.isOpened = true;
    this.#set(download, { fileSize: ticket.fileSize });
    this.#events.call({ type: 'opened', record: download.record });
    void this.#poll();
  }

  /** One loop for all downloads; it ends with the last of them. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    while ([...this.#downloads.values()].some(({ isFollowed }) => isFollowed)) {
      const askedAt = performance.now();
      const session = this.#session;
      try {
        const { downloads } = await this.#api.call(api.activeDownloads, { timeoutMs: pollTimeoutMs });
        if (session === this.#session) this.#take(downloads);
        this.#lookedAt = askedAt;
      } catch (error) {
        // The session is over: every further look would be refused too. Anything else may pass.
        const isOver = error instanceof ApiError && (error.status === 401 || error.status === 403);
        if (isOver && session === this.#session) this.clear();
      }
      await new Promise((resolve) => setTimeout(resolve, this.#delays.pollMs));
    }
    this.#isPolling = false;
  }

  #take(downloads: ActiveDownload[]): void {
    this.#pickUp(downloads);
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
    // What a proxy sends is not known to have come: it stays for as long as the server lists it, and goes without a claim.
    if (running.status === 'completed' && !running.isHandedOver) this.#complete(download);
    else if (running.isCancelled) this.#forget(download);
    // Silent for so long that the server has given it up: nothing to try again.
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
    // What the server has given up comes back when its browser goes on with it after all.
    if (!(cause instanceof BrokenTransferError)) this.#dismissed.add(download.record.id);
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

  /** It was cancelled, here or elsewhere. */
  #forget(download: TrackedDownload): void {
    this.#remove(download);
    this.#dismissed.add(download.record.id);
    this.#events.call({ type: 'cancelled', record: download.record });
  }

  #remove(download: TrackedDownload): void {
    download.controller.abort();
    const { id } = download.record;
    // Another one may have its id by now.
    if (this.#downloads.get(id) !== download) return;
    this.#downloads.delete(id);
    this.#publish();
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
