// Counts the bytes of running downloads and saves them about once a second, in small batches, so that other requests do not wait
// long. Each save also records open connections for the other nodes, and aborts transfers that were forbidden on any node.

import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { AlertsService } from '#messages/alerts/alerts.service.ts';
import type { Base } from '#platform/base.ts';
import type { LimitsService } from '../limits/limits.service.ts';
import { addTransfer, isSending, type RunningDownloads, stopDownload } from './running-downloads.ts';
import { saveBatch } from './save-progress.ts';
import { boundRanges, mergeRanges } from './sent-ranges.ts';

/** Each running download is saved once in this time; one that has just begun, within twice this time. */
const roundMs = 750;
const batchSize = 50;
const rememberedBroken = 1000;

export interface Transfer {
  signal: AbortSignal;
  onSent(start: number, endExclusive: number): void;
  /** Saves what was sent. `isBroken`: the connection or the file failed before the whole response was sent. */
  end(isBroken: boolean): Promise<void>;
}

/** How a transfer begins. */
export interface Beginning {
  /** Of the file, by `contentOf`. */
  content: string;
  /** What permits the transfer, which ends with it: see `OpenedDownload`. */
  grant: string;
  /** When the connection was recorded in the database, if it was already. */
  connectedAt?: string | undefined;
}

interface Deps extends Pick<Base, 'db' | 'unflushed' | 'clock' | 'log'> {
  alerts: AlertsService;
  limits: LimitsService;
}

export function createProgressRecorder(deps: Deps) {
  const running: RunningDownloads = new Map();
  const saver = new ProgressSaver(deps, running);
  // Only a hint for the page: other nodes do not know it, and then the page waits longer.
  const broken = new LRUCache<string, true>({ max: rememberedBroken });

  function begin(downloadId: string, { content, grant, connectedAt }: Beginning): Transfer {
    const { entry, abort } = addTransfer(running, downloadId, grant);
    if (connectedAt) entry.recordedAt = connectedAt;
    broken.delete(downloadId);
    let hasSent = false;
    saver.startRounds();
    return {
      signal: abort.signal,
      onSent: (start, end) => {
        hasSent = true;
        const ranges = boundRanges(mergeRanges(entry.unsaved.get(content) ?? [], [[start, end]]));
        entry.unsaved = new Map(entry.unsaved).set(content, ranges);
      },
      end: (isBroken) => {
        entry.transfers.delete(abort);
        if (isBroken && !hasSent) broken.set(downloadId, true);
        return saver.saveEnded(downloadId);
      },
    };
  }

  return {
    begin,
    /** Saves everything that was sent so far. */
    flush: () => saver.flush(),
    stop: (downloadId: string) => stopDownload(running, downloadId),
    isSending: (downloadId: string) => isSending(running, downloadId),
    /** Returns the ids of downloads with an open connection to this process. */
    sending: () => [...running.keys()].filter((id) => isSending(running, id)),
    /** Returns whether the download's last connection to this process broke before the first byte. */
    hasBroken: (downloadId: string) => broken.has(downloadId),
    /** Call this when a new ticket is issued: the earlier broken connection no longer matters. */
    forgetBroken: (downloadId: string) => void broken.delete(downloadId),
    /** Saves the last bytes when the server stops. */
    close: () => saver.close(),
  };
}

/** Decides when running downloads are saved. Saves run one at a time: simultaneous saves would overwrite each other. */
class ProgressSaver {
  readonly #deps: Deps;
  readonly #running: RunningDownloads;
  readonly #closing = new AbortController();
  readonly #ended = new Set<string>();
  #rounds: Promise<void> | undefined;
  #draining: Promise<void> | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(deps: Deps, running: RunningDownloads) {
    this.#deps = deps;
    this.#running = running;
  }

  /** Saves all running downloads repeatedly until none is left. */
  startRounds(): void {
    this.#rounds ??= this.#runRounds();
  }

  /** Immediately saves a download whose transfer has ended, together with others that end at the same time. */
  saveEnded(downloadId: string): Promise<void> {
    this.#ended.add(downloadId);
    this.#draining ??= this.#drainEnded();
    return this.#draining;
  }

  /** Saves everything that was sent so far. */
  async flush(): Promise<void> {
    await this.#draining;
    for (const batch of this.#batches()) await this.#save(batch);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#rounds;
    await this.flush();
  }

  /** The batches are spread evenly over each round. */
  async #runRounds(): Promise<void> {
    const { signal } = this.#closing;
    while (this.#running.size > 0 && !signal.aborted) {
      const batches = this.#batches();
      for (const batch of batches) {
        await sleep(roundMs / batches.length, undefined, { signal }).catch(() => undefined);
        await this.#save(batch);
      }
    }
    this.#rounds = undefined;
  }

  async #drainEnded(): Promise<void> {
    await setImmediate();
    while (this.#ended.size > 0) {
      const batch = [...this.#ended].slice(0, batchSize);
      for (const id of batch) this.#ended.delete(id);
      await this.#save(batch);
    }
    this.#draining = undefined;
  }

  #save(ids: string[]): Promise<void> {
    const saveRunning = () =>
      saveBatch(
        this.#deps,
        this.#running,
        ids.filter((id) => this.#running.has(id)),
      );
    this.#saving = this.#saving.then(saveRunning).catch((error) => {
      // The ranges stay in memory and are written in the next round.
      this.#deps.log.error({ err: error }, 'download progress could not be saved');
    });
    return this.#saving;
  }

  #batches(): string[][] {
    const ids = [...this.#running.keys()];
    const count = Math.ceil(ids.length / batchSize);
    return Array.from({ length: count }, (_, at) => ids.slice(at * batchSize, (at + 1) * batchSize));
  }
}
