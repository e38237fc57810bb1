// Counts the bytes of running downloads and saves them about once a second, in small batches, so that other requests do not wait
// long. Each save also records open connections for the other nodes, and aborts transfers that were forbidden on any node.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Unflushed } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import type { Clock } from '#platform/clock.ts';
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

interface Deps {
  db: Db;
  unflushed: Unflushed;
  clock: Clock;
  log: FastifyBaseLogger;
}

export function createProgressRecorder(deps: Deps) {
  const running: RunningDownloads = new Map();
  const saves = createSaves(deps, running);
  // Only a hint for the page: other nodes do not know it, and then the page waits longer.
  const broken = new LRUCache<string, true>({ max: rememberedBroken });

  /** `session`: the digest of the session's token; the transfer ends with this session. Undefined for a ticket. */
  function begin(downloadId: string, session?: string): Transfer {
    const { entry, abort } = addTransfer(running, downloadId, session);
    broken.delete(downloadId);
    let hasSent = false;
    saves.startRounds();
    return {
      signal: abort.signal,
      onSent: (start, end) => {
        hasSent = true;
        entry.unsaved = boundRanges(mergeRanges(entry.unsaved, [[start, end]]));
      },
      end: (isBroken) => {
        entry.transfers.delete(abort);
        if (isBroken && !hasSent) broken.set(downloadId, true);
        return saves.saveEnded(downloadId);
      },
    };
  }

  return {
    begin,
    /** Saves everything that was sent so far. */
    flush: saves.flush,
    stop: (downloadId: string) => stopDownload(running, downloadId),
    isSending: (downloadId: string) => isSending(running, downloadId),
    /** Returns the ids of downloads with an open connection to this process. */
    sending: () => [...running.keys()].filter((id) => isSending(running, id)),
    /** Returns whether the download's last connection to this process broke before the first byte. */
    hasBroken: (downloadId: string) => broken.has(downloadId),
    /** Call this when a new ticket is issued: the earlier broken connection no longer matters. */
    forgetBroken: (downloadId: string) => void broken.delete(downloadId),
    /** Saves the last bytes when the server stops. */
    close: saves.close,
  };
}

/** Decides when running downloads are saved. Saves run one at a time: simultaneous saves would overwrite each other. */
function createSaves(deps: Deps, running: RunningDownloads) {
  const closing = new AbortController();
  const ended = new Set<string>();
  let rounds: Promise<void> | undefined;
  let draining: Promise<void> | undefined;
  let saving: Promise<void> = Promise.resolve();

  function save(ids: string[]): Promise<void> {
    const saveRunning = () =>
      saveBatch(
        deps,
        running,
        ids.filter((id) => running.has(id)),
      );
    saving = saving.then(saveRunning).catch((error) => {
      // The ranges stay in memory and are written in the next round.
      deps.log.error({ err: error }, 'download progress could not be saved');
    });
    return saving;
  }

  /** Saves all running downloads repeatedly. The batches are spread evenly over each round. */
  async function runRounds(): Promise<void> {
    while (running.size > 0 && !closing.signal.aborted) {
      const batches = batchesOf([...running.keys()]);
      for (const batch of batches) {
        await sleep(roundMs / batches.length, undefined, { signal: closing.signal }).catch(() => undefined);
        await save(batch);
      }
    }
    rounds = undefined;
  }

  async function drainEnded(): Promise<void> {
    await setImmediate();
    while (ended.size > 0) {
      const batch = [...ended].slice(0, batchSize);
      for (const id of batch) ended.delete(id);
      await save(batch);
    }
    draining = undefined;
  }

  async function flush(): Promise<void> {
    await draining;
    for (const batch of batchesOf([...running.keys()])) await save(batch);
  }

  return {
    startRounds() {
      rounds ??= runRounds();
    },
    /** Immediately saves a download whose transfer has ended, together with others that end at the same time. */
    saveEnded(downloadId: string): Promise<void> {
      ended.add(downloadId);
      draining ??= drainEnded();
      return draining;
    },
    flush,
    async close(): Promise<void> {
      closing.abort();
      await rounds;
      await flush();
    },
  };
}

function batchesOf(ids: string[]): string[][] {
  const count = Math.ceil(ids.length / batchSize);
  return Array.from({ length: count }, (_, at) => ids.slice(at * batchSize, (at + 1) * batchSize));
}
