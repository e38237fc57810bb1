// Scans queue all games that lack metadata, in steps, each with its own transaction. If a scan is interrupted, the games queued
// so far stay queued; another scan queues the others.

import type { AuditService } from '#admin/audit.service.ts';
import type { Trx } from '#db/schema.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import * as repository from './match-scans.repository.ts';

interface Deps extends Pick<Base, 'db' | 'longReads' | 'clock'> {
  audit: AuditService;
}

/** Few enough that other statements do not wait long. */
const gamesPerStep = 250;

export function createMatchScans({ db, longReads, clock, audit }: Deps) {
  let scanning: AbortController | undefined;

  /** Returns the number of changed rows. */
  async function inSteps(
    work: (trx: Trx, slice: repository.Slice) => Promise<repository.SliceDone>,
    signal?: AbortSignal,
  ): Promise<number> {
    const yieldIfDue = createYielder();
    let changed = 0;
    for (let after: string | undefined = ''; after !== undefined && !signal?.aborted; ) {
      const slice = { after, limit: gamesPerStep };
      const done: repository.SliceDone = await db.transaction().execute((trx) => work(trx, slice));
      changed += done.changed;
      after = done.last;
      await yieldIfDue();
    }
    return changed;
  }

  const record = (entry: Parameters<AuditService['write']>[1]) =>
    db.transaction().execute((trx) => audit.write(trx, entry));

  return {
    /** Queues all games that lack metadata and returns their number. They join an earlier scan that still has games left. */
    async scan(admin: { email: string }): Promise<number> {
      const now = isoAt(clock);
      const before = await repository.findScan(longReads);
      const startedAt = before && before.left > 0 ? before.startedAt : now;
      scanning?.abort();
      scanning = new AbortController();
      const { signal } = scanning;
      const queued = await inSteps(
        (trx, slice) => repository.queueSlice(trx, slice, { now, startedAt }),
        signal,
      );
      await record({ action: 'matches_scanned', actor: admin.email, detail: String(queued) });
      return queued;
    },

    /** Removes the queued games of all scans from the queue. Returns their number. */
    async cancel(admin: { email: string }): Promise<number> {
      scanning?.abort();
      const cancelled = await inSteps(repository.unqueueSlice);
      if (cancelled === 0) return 0;
      await record({ action: 'scan_cancelled', actor: admin.email, detail: String(cancelled) });
      return cancelled;
    },
  };
}
