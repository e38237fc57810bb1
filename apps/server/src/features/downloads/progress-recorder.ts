// Counts the bytes of running downloads and writes them down once a second, all in one transaction.
// Also ends the transfers of who may no longer download, whichever node they were cancelled on.
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Trx } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { type DownloadRow, listForbidden, lockDownloads, updateDownload } from './downloads.repository.ts';
import { boundRanges, coveredBytes, mergeRanges, type SentRanges } from './sent-ranges.ts';

const flushMs = 1000;

interface Running {
  /** Not written down yet. */
  unsaved: SentRanges;
  transfers: Set<AbortController>;
}

export interface Transfer {
  signal: AbortSignal;
  onSent(start: number, endExclusive: number): void;
  /** Writes down what was sent. */
  end(): Promise<void>;
}

export function createProgressRecorder({ db, clock, log }: { db: Db; clock: Clock; log: FastifyBaseLogger }) {
  const running = new Map<string, Running>();
  let timer: NodeJS.Timeout | undefined;
  // One flush after the other: what two of them read and wrote at once would be lost.
  let flushing: Promise<void> = Promise.resolve();

  function begin(downloadId: string): Transfer {
    const entry = running.get(downloadId) ?? { unsaved: [], transfers: new Set() };
    running.set(downloadId, entry);
    const abort = new AbortController();
    entry.transfers.add(abort);
    timer ??= setInterval(() => void flush(), flushMs);
    return {
      signal: abort.signal,
      onSent: (start, end) => {
        entry.unsaved = boundRanges(mergeRanges(entry.unsaved, [[start, end]]));
      },
      end: async () => {
        entry.transfers.delete(abort);
        await flush();
      },
    };
  }

  function flush(): Promise<void> {
    flushing = flushing.then(save).catch((error) => {
      // The ranges are kept and written with the next flush.
      log.error({ err: error }, 'download progress could not be saved');
    });
    return flushing;
  }

  async function save(): Promise<void> {
    const ids = [...running.keys()];
    if (ids.length === 0) return;
    const dirty = ids.filter((id) => running.get(id)?.unsaved.length);
    const taken = new Map(dirty.map((id) => [id, running.get(id)?.unsaved ?? []]));
    if (dirty.length > 0) {
      await db.transaction().execute(async (trx) => {
        for (const row of await lockDownloads(trx, dirty)) await saveOne(trx, row, taken.get(row.id) ?? []);
      });
    }
    for (const id of await listForbidden(db, ids)) stop(id);
    for (const [id, entry] of running) {
      // Ranges that came meanwhile stay unsaved; a set counts nothing twice, so keeping the rest does no harm.
      if (entry.unsaved === taken.get(id)) entry.unsaved = [];
      if (entry.transfers.size === 0 && entry.unsaved.length === 0) running.delete(id);
    }
    if (running.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  async function saveOne(trx: Trx, row: DownloadRow, unsaved: SentRanges): Promise<void> {
    const ranges = boundRanges(mergeRanges(JSON.parse(row.sentRanges), unsaved));
    const bytesSent = coveredBytes(ranges);
    const now = isoAt(clock);
    const isWhole = bytesSent >= row.fileSize;
    const state = row.cancelledAt
      ? {}
      : ({
          status: isWhole ? 'completed' : 'in_progress',
          endedAt: isWhole ? (row.endedAt ?? now) : null,
        } as const);
    await updateDownload(trx, row.id, {
      sentRanges: JSON.stringify(ranges),
      bytesSent,
      lastByteAt: now,
      ...state,
    });
  }

  function isSending(downloadId: string): boolean {
    return (running.get(downloadId)?.transfers.size ?? 0) > 0;
  }

  function stop(downloadId: string): void {
    for (const transfer of running.get(downloadId)?.transfers ?? []) transfer.abort();
  }

  return {
    begin,
    stop,
    isSending,
    /** Downloads with an open connection to this process, also one that takes nothing at the moment. */
    sending: () => [...running.keys()].filter(isSending),
    /** Writes down the last bytes; to be called when the server stops. */
    async close(): Promise<void> {
      clearInterval(timer);
      timer = undefined;
      await flush();
    },
  };
}
