// Requests tickets, passes their URLs to the browser's download manager, and follows the byte counts of the server.
import { memberApi } from '@cellar/contract/member-api.ts';
import type { ActiveDownload, Ticket } from '@cellar/contract/transfer/downloads.endpoints.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { Listeners } from '#lib/listeners.ts';
import { openDownload } from '#lib/save-blob.ts';
import {
  beginDownload,
  type DownloadDelays,
  defaultDelays,
  pickedUp,
  TrackedDownload,
} from './begin-download.ts';
import { BrokenTransferError, downloadErrorText, isSessionOver, NoFirstByteError } from './download-error.ts';
import {
  type DownloadEvent,
  type DownloadedExtra,
  type DownloadedSingleFile,
  type DownloadRecord,
  isSameFile,
} from './download-record.ts';

interface DownloadTrackerDeps {
  api: Pick<ApiClient, 'call'>;
  openUrl?: typeof openDownload | undefined;
  delays?: Partial<DownloadDelays> | undefined;
}

interface DownloadInput {
  gameId: string | undefined;
  title: string | undefined;
  platform: string | undefined;
  /** For an extra, whose platform may be empty. */
  extra?: DownloadedExtra | undefined;
  singleFile?: DownloadedSingleFile | undefined;
  isInList?: boolean | undefined;
}

const pollTimeoutMs = 10_000;
const maxMissedPolls = 3;

export class DownloadTracker {
  #api: Pick<ApiClient, 'call'>;
  #openUrl: typeof openDownload;
  #delays: DownloadDelays;
  #downloads = new Map<string, TrackedDownload>();
  #snapshot: readonly DownloadRecord[] = [];
  #changes = new Listeners();
  #events = new Listeners<DownloadEvent>();
  #clearings = new Listeners();
  /** Ids of downloads that ended here and must not reappear while the server still lists them. */
  #dismissed = new Set<string>();
  /** The number of the session, so that responses for a previous member are ignored. */
  #session = 0;
  #isPolling = false;
  #polledAt = Number.NEGATIVE_INFINITY;

  constructor(deps: DownloadTrackerDeps) {
    this.#api = deps.api;
    this.#openUrl = deps.openUrl ?? openDownload;
    this.#delays = { ...defaultDelays, ...deps.delays };
  }

  /** Returns undefined if a field is missing. If the download is already running, returns that one. */
  start({ gameId, title, platform, extra, singleFile, isInList }: DownloadInput): DownloadRecord | undefined {
    if (!gameId || !title || platform === undefined || !(platform || extra)) return undefined;
    const file = { gameId, platform, extra, singleFile };
    const running = this.#snapshot.find(
      (record) => isSameFile(record, file) && record.status === 'downloading' && !record.isHandedOver,
    );
    if (running) return running;
    const id = this.#newId(gameId, singleFile?.id ?? extra?.id ?? platform);
    const facts = { id, title, ...file, isInList, startTime: Date.now(), bytesSent: 0, fileSize: 0 };
    const download = this.#add(new TrackedDownload(facts));
    this.#events.call({ type: 'started', record: download.record });
    void this.#begin(download);
    return download.record;
  }

  /** Stops a download here and on the server. A download that has ended or that a proxy sends is only hidden. */
  async cancel(id: string): Promise<void> {
    const download = this.#downloads.get(id);
    if (!download) return;
    if (download.record.isHandedOver) this.#dismissed.add(id);
    if (download.record.isHandedOver || download.record.status !== 'downloading')
      return this.#remove(download);
    this.#removeCancelled(download);
    if (download.isRequested) await this.#stopOnServer(id);
  }

  /** Adds downloads that started before a reload, in other tabs or on other devices. Never throws. */
  async findRunning(): Promise<void> {
    const session = this.#session;
    try {
      const { downloads } = await this.#api.call(memberApi.activeDownloads, { timeoutMs: pollTimeoutMs });
      if (session !== this.#session) return;
      this.#pickUp(downloads);
      void this.#poll();
    } catch (error) {
      console.warn('The running downloads could not be loaded.', error);
    }
  }

  /** Removes all downloads at the end of a session without stopping them. */
  clear(): void {
    this.#session += 1;
    this.#dismissed.clear();
    for (const download of [...this.#downloads.values()]) this.#remove(download);
    this.#clearings.call();
  }

  getSnapshot = (): readonly DownloadRecord[] => this.#snapshot;

  subscribe = this.#changes.add;

  /** Returns a function that unsubscribes. */
  on = this.#events.add;

  /** Calls the listener at the end of a session. */
  onClear = this.#clearings.add;

  /** Returns a new download id. Game ids may begin with `-` or `_`; download ids must not. */
  #newId(gameId: string, part: string): string {
    const prefix = /^[A-Za-z0-9]/.test(gameId) ? gameId : `g${gameId}`;
    let timestamp = Date.now();
    while (this.#downloads.has(`${prefix}-${part}-${timestamp}`)) timestamp += 1;
    return `${prefix}-${part}-${timestamp}`;
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
        polledAt: () => this.#polledAt,
        onRetry: (attempt, attempts) =>
          this.#events.call({ type: 'retrying', record: download.record, attempt, attempts }),
      });
    } catch (error) {
      if (download.controller.signal.aborted && !isSessionOver(error)) return;
      this.#fail(download, error);
      // Otherwise the server would list the download as running until its own timeout.
      if (error instanceof NoFirstByteError) await this.#stopOnServer(download.record.id, 'never_began');
    }
  }

  async #stopOnServer(downloadId: string, reason: 'cancelled' | 'never_began' = 'cancelled'): Promise<void> {
    try {
      await this.#api.call(memberApi.cancelDownload, { params: { downloadId }, body: { reason } });
    } catch (error) {
      console.warn(`Download ${downloadId}: the request to stop it failed`, error);
    }
  }

  #handOver(download: TrackedDownload, ticket: Ticket): void {
    const { gameId, platform, extra, singleFile } = download.record;
    this.#openUrl(ticket.url, extra || singleFile ? ticket.fileName : `${gameId}_${platform}.rar`);
    download.isOpened = true;
    this.#set(download, { fileSize: ticket.fileSize });
    this.#events.call({ type: 'opened', record: download.record });
    void this.#poll();
  }

  /** Polls for all downloads in a single loop, until the last one has ended. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    while ([...this.#downloads.values()].some(({ isFollowed }) => isFollowed)) {
      const askedAt = performance.now();
      const session = this.#session;
      try {
        const { downloads } = await this.#api.call(memberApi.activeDownloads, { timeoutMs: pollTimeoutMs });
        if (session === this.#session) this.#update(downloads);
        this.#polledAt = askedAt;
      } catch (error) {
        // Without a session all further polls would fail too. Other errors may be temporary.
        const refused = error instanceof ApiError && error.body ? error.status : undefined;
        const isOver = refused === 401 || refused === 403;
        if (isOver && session === this.#session) this.clear();
        this.#forgetSpeeds();
      }
      await new Promise((resolve) => setTimeout(resolve, this.#delays.pollMs));
    }
    this.#isPolling = false;
  }

  /** While the server cannot be asked, the last speeds are not the present ones. */
  #forgetSpeeds(): void {
    for (const download of this.#downloads.values()) download.change({ speed: 0 });
    this.#publish();
  }

  #update(downloads: ActiveDownload[]): void {
    this.#pickUp(downloads);
    const byId = new Map(downloads.map((running) => [running.downloadId, running]));
    for (const download of [...this.#downloads.values()].filter(({ isFollowed }) => isFollowed)) {
      const running = byId.get(download.record.id);
      download.missedPolls = running ? 0 : download.missedPolls + 1;
      if (running) this.#follow(download, running);
      // The download ended between two polls, for example while the computer was asleep, so its result is unknown.
      else if (download.hasFirstByte && download.missedPolls >= maxMissedPolls) this.#remove(download);
    }
  }

  #follow(download: TrackedDownload, running: ActiveDownload): void {
    download.count(running);
    // If a proxy sends the file, its result is unknown, so the download is kept until the server stops listing it.
    if (running.status === 'completed' && !running.isHandedOver) this.#complete(download);
    else if (running.isCancelled) this.#removeCancelled(download);
    // The server's timeout has expired, so a retry is pointless.
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
    // A broken transfer may reappear, because the browser can still resume it.
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

  #removeCancelled(download: TrackedDownload): void {
    this.#remove(download);
    this.#dismissed.add(download.record.id);
    this.#events.call({ type: 'cancelled', record: download.record });
  }

  #remove(download: TrackedDownload): void {
    download.controller.abort();
    const { id } = download.record;
    // A newer download may have the same id.
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

/** How often to check for downloads on other devices. While a download is running, the tracker polls every second. */
const findEveryMs = 15_000;

/** Shows downloads that the member starts in other tabs or on other devices. */
export function followElsewhere(tracker: DownloadTracker, isMember: () => boolean): void {
  const findRunning = () => {
    if (isMember() && document.visibilityState === 'visible') void tracker.findRunning();
  };
  setInterval(findRunning, findEveryMs);
  document.addEventListener('visibilitychange', findRunning);
  // Notifies other tabs of this browser at once.
  const channel = new BroadcastChannel('cellar-downloads');
  channel.onmessage = findRunning;
  tracker.on(({ type }) => {
    if (type === 'opened') channel.postMessage(type);
  });
}
