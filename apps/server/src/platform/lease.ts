// A lease: the `holder` of a row may work on it until `leaseUntil`. If the holder dies, another one takes over after that
// time.

import type { FastifyBaseLogger } from 'fastify';
import { type SqlBool, sql, type Updateable } from 'kysely';
import { hasChanged } from '#db/rows.ts';
import type { Db, Schema } from '#db/schema.ts';
import { type Clock, isoAt, skewMs } from './clock.ts';
import { newId } from './tokens.ts';

/** The columns of a leased row, for the statement that claims it. */
export interface Lease {
  /** New for every claim, so that a process never mistakes an earlier claim of a row for the current one. */
  holder: string;
  leaseUntil: string;
}

export function newLease(clock: Clock, durationMs: number): Lease {
  return { holder: newId(), leaseUntil: isoAt(clock, durationMs) };
}

/** No lease lasts as long as `skewMs`. One that claims to was taken while the clock was ahead: it has ended. */
const latestAfter = (now: string) => new Date(Date.parse(now) + skewMs).toISOString();

/** A condition for the statement that claims a row. It ensures that only one of several nodes succeeds. */
export function isUnleased(now: string, column = 'leaseUntil') {
  const end = sql.ref(column);
  return sql<SqlBool>`(${end} is null or ${end} <= ${now} or ${end} > ${latestAfter(now)})`;
}

/** The opposite of `isUnleased`. */
export const isLeased = (now: string) =>
  sql<SqlBool>`("leaseUntil" > ${now} and "leaseUntil" <= ${latestAfter(now)})`;

/** Returns whether a lease with this end still counts. */
export function isHeld(leaseUntil: string | null, now: string): boolean {
  return leaseUntil !== null && leaseUntil > now && leaseUntil <= latestAfter(now);
}

/** The columns of a row without a holder. */
export const released = { holder: null, leaseUntil: null };

export class LeaseLostError extends Error {}

interface Keeping {
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Also aborts the work, for example when the server stops. */
  closing?: AbortSignal;
}

interface LeaseKeeping extends Keeping {
  durationMs: number;
  /** Names the row in the log. */
  about: object;
  /** Writes the new end of the lease if the row still has this holder. Returns false if it does not. */
  renew(leaseUntil: string): Promise<boolean>;
}

/**
 * Does work under a lease that was just claimed, and renews the lease every third of its duration. Aborts the work if another
 * holder has claimed the row, or if no renewal succeeded before the lease ran out. The abort may come late, so every statement
 * of the work that writes must also check the holder.
 * @throws LeaseLostError (its cause is the error of the work), or the reason of `closing`, if the work was aborted and failed
 */
export async function keepLease<Result>(
  { clock, log, durationMs, closing, about, renew }: LeaseKeeping,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const lose = () => lost.abort(new LeaseLostError('the lease was lost'));
  const signal = closing ? AbortSignal.any([closing, lost.signal]) : lost.signal;
  let isOver = false;
  let expiry = setTimeout(lose, durationMs);

  async function renewOnce(): Promise<void> {
    const sentAt = performance.now();
    const isOurs = await renew(isoAt(clock, durationMs));
    if (isOver) return;
    clearTimeout(expiry);
    if (isOurs) expiry = setTimeout(lose, durationMs - (performance.now() - sentAt));
    else lose();
  }

  const logFailure = (err: unknown) => log.warn({ err, ...about }, 'a lease could not be renewed');
  const renewal = setInterval(() => renewOnce().catch(logFailure), durationMs / 3);
  try {
    return await work(signal);
  } catch (error) {
    if (lost.signal.aborted) throw new LeaseLostError('the lease was lost', { cause: error });
    signal.throwIfAborted();
    throw error;
  } finally {
    isOver = true;
    clearInterval(renewal);
    clearTimeout(expiry);
  }
}

type LeasedTable =
  | 'digestClaims'
  | 'gameMatches'
  | 'libraryFolders'
  | 'storageChecks'
  | 'uploads'
  | 'virusScans';

/**
 * The leases of the rows of a table, which `key` identifies. The statements that claim a row are not here, because each has conditions
 * of its own.
 */
export function leasesOf<Table extends LeasedTable, Key extends keyof Schema[Table] & string>(
  table: Table,
  key: Key,
  durationMs: number,
) {
  type Row = Record<Key, string> & { holder: string | null };

  /** Returns false, and changes nothing, if the row is gone or has another holder. */
  function update(
    db: Db,
    row: Row,
    changes: Updateable<Schema[Table]> | Pick<Lease, 'leaseUntil'>,
  ): Promise<boolean> {
    return hasChanged(
      db
        // All these tables have these columns.
        .updateTable(table as 'uploads')
        .set(changes as Partial<Lease>)
        .where(sql.ref(key), '=', row[key])
        .where('holder', '=', row.holder),
    );
  }

  return {
    /** Returns the columns for the statement that claims a row. */
    begin: (clock: Clock): Lease => newLease(clock, durationMs),
    update,

    /** Does work on a row that was just claimed. @throws as `keepLease` */
    hold<Result>(
      { db, clock, log, closing }: Keeping & { db: Db },
      row: Row,
      work: (signal: AbortSignal) => Promise<Result>,
    ): Promise<Result> {
      const renew = (leaseUntil: string) => update(db, row, { leaseUntil });
      return keepLease({ clock, log, closing, durationMs, renew, about: { table, [key]: row[key] } }, work);
    },
  };
}
