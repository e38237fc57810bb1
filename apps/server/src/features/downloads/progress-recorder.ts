// Counts the bytes of running downloads and writes them down about once a second, few at a time so that nobody waits for them.
// Notes which connections are open, for the other nodes.
// Also ends the transfers of who may no longer download, whichever node they were cancelled on.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Unflushed } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { stateOf } from './download-state.ts';
import {
  type DownloadRow,
  listForbidden,
  listSessions,
  lockDownloads,
  noteConnections,
  type Progress,
  updateProgress,
} from './downloads.repository.ts';
import { boundRanges, coveredBytes, mergeRanges, type SentRanges } from './sent-ranges.ts';

/** In this time each running download is written down and looked after once; one that has just begun, in twice the time. */
const roundMs = 750;
const batchSize = 50;
const mostBroken = 1000;
/** So often each open connection is noted for the other nodes, also while it takes no byte. */
const noteMs = 10_000;
/** A connection that was noted longer ago than this was open on a node that has died. */
export const connectedMs = 2 * noteMs;

interface Running {
  /** Not written down yet. */
  unsaved: SentRanges;
  /** When this node last noted that it has a connection open; undefined once that is taken back. */
  notedAt?: string | undefined;
  /** With the session each was opened by, if it was not by ticket. */
  transfers: Map<AbortController, string | undefined>;
}

export interface Transfer {
  signal: AbortSignal;
  onSent(start: number, endExclusive: number): void;
  /** Writes down what was sent. `isBroken`: the connection or the file failed before the whole answer had gone out. */
  end(isBroken: boolean): Promise<void>;
}

interface Deps {
  db: Db;
  unflushed: Unflushed;
  clock: Clock;
  log: FastifyBaseLogger;
}

export function createProgressRecorder({ db, unflushed, clock, log }: Deps) {
  const running = new Map<string, Running>();
  const closing = new AbortController();
  const ended = new Set<string>();
  // A hint for the page only: another node does not know it, and the page then waits longer.
  const broken = new LRUCache<string, true>({ max: mostBroken });
  let rounds: Promise<void> | undefined;
  let draining: Promise<void> | undefined;
  // One save after the other: what two of them read and wrote at once would be lost.
  let saving: Promise<void> = Promise.resolve();

  /** `session`: the digest of the token it was opened by, if it was not by ticket; it ends with that session. */
  function begin(downloadId: string, session?: string): Transfer {
    const entry = running.get(downloadId) ?? { unsaved: [], transfers: new Map() };
    running.set(downloadId, entry);
    const abort = new AbortController();
    entry.transfers.set(abort, session);
    broken.delete(downloadId);
    let hasSent = false;
    rounds ??= goRound();
    return {
      signal: abort.signal,
      onSent: (start, end) => {
        hasSent = true;
        entry.unsaved = boundRanges(mergeRanges(entry.unsaved, [[start, end]]));
      },
      end: async (isBroken) => {
        entry.transfers.delete(abort);
        if (isBroken && !hasSent) broken.set(downloadId, true);
        ended.add(downloadId);
        draining ??= drain();
        await draining;
      },
    };
  }

  /** Goes round for as long as something runs, the batches spread over the time of a round. */
  async function goRound(): Promise<void> {
    while (running.size > 0 && !closing.signal.aborted) {
      const batches = batchesOf([...running.keys()]);
      for (const batch of batches) {
        await sleep(roundMs / batches.length, undefined, { signal: closing.signal }).catch(() => undefined);
        await save(batch);
      }
    }
    rounds = undefined;
  }

  /** What has ended is written down at once; what ends at the same time, together. */
  async function drain(): Promise<void> {
    await setImmediate();
    while (ended.size > 0) {
      const batch = [...ended].slice(0, batchSize);
      for (const id of batch) ended.delete(id);
      await save(batch);
    }
    draining = undefined;
  }

  function save(ids: string[]): Promise<void> {
    saving = saving
      .then(() => saveBatch(ids.filter((id) => running.has(id))))
      .catch((error) => {
        // The ranges are kept and written with the next round.
        log.error({ err: error }, 'download progress could not be saved');
      });
    return saving;
  }

  async function saveBatch(ids: string[]): Promise<void> {
    const taken = new Map(ids.map((id) => [id, running.get(id)?.unsaved ?? []]));
    const now = isoAt(clock);
    const batch = {
      dirty: ids.filter((id) => taken.get(id)?.length),
      opened: ids.filter((id) => isSending(id) && isToBeNoted(id)),
      closed: ids.filter((id) => !isSending(id) && running.get(id)?.notedAt !== undefined),
    };
    const write = (trx: Trx) => writeBatch(trx, batch, { taken, now });
    // What becomes of a download is kept for good; how far it is will be written again within a second.
    if (batch.dirty.some((id) => !isSending(id))) await db.transaction().execute(write);
    else if (Object.values(batch).some(({ length }) => length > 0)) await unflushed(write);
    for (const id of ids) {
      const entry = running.get(id);
      if (!entry) continue;
      // Ranges that came meanwhile stay unsaved; a set counts nothing twice, so keeping the rest does no harm.
      if (entry.unsaved === taken.get(id)) entry.unsaved = [];
      if (batch.opened.includes(id)) entry.notedAt = now;
      if (batch.closed.includes(id)) entry.notedAt = undefined;
      if (entry.transfers.size === 0 && entry.unsaved.length === 0 && !entry.notedAt) running.delete(id);
    }
    await stopForbidden(ids.filter(isSending));
  }

  async function writeBatch(
    trx: Trx,
    { dirty, opened, closed }: Record<'dirty' | 'opened' | 'closed', string[]>,
    { taken, now }: { taken: Map<string, SentRanges>; now: string },
  ): Promise<void> {
    const rows = await lockDownloads(trx, [...new Set([...dirty, ...opened, ...closed])]);
    const written = rows.filter(({ id }) => dirty.includes(id));
    await updateProgress(
      trx,
      written.map((row) => progressOf(row, taken.get(row.id) ?? [], now)),
    );
    await noteConnections(trx, opened, now);
    // Another node that has noted a connection since still has it open.
    const left = rows.filter(
      ({ id, connectedAt }) => closed.includes(id) && connectedAt === running.get(id)?.notedAt,
    );
    await noteConnections(
      trx,
      left.map(({ id }) => id),
      null,
    );
  }

  function isToBeNoted(downloadId: string): boolean {
    const notedAt = running.get(downloadId)?.notedAt;
    return notedAt === undefined || notedAt <= isoAt(clock, -noteMs);
  }

  async function stopForbidden(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const id of await listForbidden(db, ids)) stop(id);
    const bySession = ids.flatMap((id) => [...(running.get(id)?.transfers ?? [])]).filter(hasSession);
    if (bySession.length === 0) return;
    const sessions = new Set(await listSessions(db, [...new Set(bySession.map(([, session]) => session))]));
    for (const [abort, session] of bySession) if (!sessions.has(session)) abort.abort();
  }

  function isSending(downloadId: string): boolean {
    return (running.get(downloadId)?.transfers.size ?? 0) > 0;
  }

  function stop(downloadId: string): void {
    for (const abort of running.get(downloadId)?.transfers.keys() ?? []) abort.abort();
  }

  async function settle(): Promise<void> {
    await draining;
    for (const batch of batchesOf([...running.keys()])) await save(batch);
  }

  return {
    begin,
    settle,
    stop,
    isSending,
    /** Its last connection to this process broke before the first byte. */
    hasBroken: (downloadId: string) => broken.has(downloadId),
    /** A new ticket was given: what broke before no longer counts. */
    expect: (downloadId: string) => void broken.delete(downloadId),
    /** Downloads with an open connection to this process, also one that takes nothing at the moment. */
    sending: () => [...running.keys()].filter(isSending),
    /** Writes down the last bytes; to be called when the server stops. */
    async close(): Promise<void> {
      closing.abort();
      await rounds;
      await settle();
    },
  };
}

/** What becomes of a download by these ranges. */
function progressOf(row: DownloadRow, unsaved: SentRanges, now: string): Progress {
  const ranges = boundRanges(mergeRanges(JSON.parse(row.sentRanges), unsaved));
  const state = stateOf(row, { sent: ranges, handedOver: JSON.parse(row.handedOverRanges) }, now);
  const bytesSent = coveredBytes(ranges);
  return { id: row.id, sentRanges: JSON.stringify(ranges), bytesSent, lastByteAt: now, ...state };
}

function hasSession(transfer: [AbortController, string | undefined]): transfer is [AbortController, string] {
  return transfer[1] !== undefined;
}

function batchesOf(ids: string[]): string[][] {
  const count = Math.ceil(ids.length / batchSize);
  return Array.from({ length: count }, (_, at) => ids.slice(at * batchSize, (at + 1) * batchSize));
}
