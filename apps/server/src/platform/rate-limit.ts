// Counts attempts by key in the database, so that limits apply across restarts and nodes. Counting does not wait for the disk,
// and a refused attempt writes nothing.
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Unflushed } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { type Clock, isoAt, skewMs } from './clock.ts';

export interface Limit {
  /** For example `login:ADDRESS`. */
  key: string;
  max: number;
  windowMs: number;
}

interface UsedUp {
  key: string;
  endsAt: string;
}

/** Thrown to undo the counts of a refused attempt. */
class Refused extends Error {
  readonly usedUp: UsedUp[];

  constructor(usedUp: UsedUp[]) {
    super('a limit is used up');
    this.usedUp = usedUp;
  }
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

interface Deps {
  db: Db;
  unflushed: Unflushed;
  clock: Clock;
}

/** How long a refusal is cached. After that, the database is asked again, because another node may have reset the key. */
const cachedMs = 5000;
const cachedRefusals = 10_000;

export function createRateLimiter({ db, unflushed, clock }: Deps) {
  /** The refusals of the last seconds, by key. */
  const refusals = new LRUCache<string, { endsAt: string; at: string; askAgainAt: string }>({
    max: cachedRefusals,
  });

  const secondsUntil = (time: string) =>
    Math.max(1, Math.ceil((Date.parse(time) - clock.now().getTime()) / 1000));

  function remember({ key, endsAt }: UsedUp): number {
    refusals.set(key, { endsAt, at: isoAt(clock), askAgainAt: isoAt(clock, cachedMs) });
    return secondsUntil(endsAt);
  }

  function recall(key: string): number | undefined {
    const now = isoAt(clock);
    const found = refusals.get(key);
    const isRecent = found && found.at <= now && now < found.askAgainAt;
    return isRecent && now < found.endsAt ? secondsUntil(found.endsAt) : undefined;
  }

  return {
    /** Counts an attempt under each limit. If one is used up, counts nothing and returns the seconds to wait. */
    async count(limits: Limit[]): Promise<number | undefined> {
      const recalled = limits.map(({ key }) => recall(key)).filter((wait) => wait !== undefined);
      if (recalled.length > 0) return Math.max(...recalled);
      try {
        await unflushed((trx) => countAll(trx, clock, limits));
        return undefined;
      } catch (error) {
        if (error instanceof Refused) return Math.max(...error.usedUp.map(remember));
        throw error;
      }
    },

    /**
     * Counts an attempt in a transaction and returns false if the limit is used up. Asks the database each time, so that the time tells
     * nothing.
     */
    async countOne(trx: Trx, limit: Limit): Promise<boolean> {
      return (await countAllowed(trx, clock, [limit])).length === 1;
    },

    /** Takes back one count, after an attempt that succeeded. */
    async uncount(db: Db, key: string): Promise<void> {
      await db
        .updateTable('rateLimits')
        .set((eb) => ({ count: eb('count', '-', 1) }))
        .where('key', '=', key)
        .where('count', '>', 0)
        .execute();
      refusals.delete(key);
    },

    async reset(db: Db, key: string): Promise<void> {
      await db.deleteFrom('rateLimits').where('key', '=', key).execute();
      refusals.delete(key);
    },

    async removeEnded(): Promise<void> {
      await db.deleteFrom('rateLimits').where('endsAt', '<=', isoAt(clock)).execute();
    },
  };
}

/** Counts an attempt under all limits. @throws Refused if one is used up */
async function countAll(trx: Trx, clock: Clock, limits: Limit[]): Promise<void> {
  const counted = await countAllowed(trx, clock, limits);
  if (counted.length === limits.length) return;
  const keys = limits.map(({ key }) => key).filter((key) => !counted.includes(key));
  const usedUp = trx.selectFrom('rateLimits').select(['key', 'endsAt']).where('key', 'in', keys);
  throw new Refused(await usedUp.execute());
}

/** Returns the keys whose limit was not used up. A single statement, so that simultaneous attempts are counted correctly. */
async function countAllowed(trx: Trx, clock: Clock, limits: Limit[]): Promise<string[]> {
  const rows = limits.map(({ key, windowMs }) => ({ key, count: 1, endsAt: isoAt(clock, windowMs) }));
  // A limit that ends later than one that begins now was begun while the clock was ahead.
  const latest = limits.map(
    ({ key, windowMs }) => sql`when ${key} then cast(${isoAt(clock, windowMs + skewMs)} as text)`,
  );
  const isOver = sql<boolean>`("rateLimits"."endsAt" <= ${isoAt(clock)}
    or "rateLimits"."endsAt" > case "rateLimits".key ${sql.join(latest, sql` `)} end)`;
  const maxima = limits.map(({ key, max }) => sql`when ${key} then cast(${max} as integer)`);
  const hasRoom = sql<boolean>`"rateLimits"."count" < case "rateLimits".key ${sql.join(maxima, sql` `)} end`;
  const counted = await trx
    .insertInto('rateLimits')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql`case when ${isOver} then 1 else "rateLimits"."count" + 1 end`,
          endsAt: sql`case when ${isOver} then excluded."endsAt" else "rateLimits"."endsAt" end`,
        })
        .where((eb) => eb.or([isOver, hasRoom])),
    )
    .returning('key')
    .execute();
  return counted.map(({ key }) => key);
}

/**
 * Returns the network that counts as one caller: an IPv4 address, or the /64 network of an IPv6 address. An IPv6 connection
 * usually has a whole /64, so its owner could otherwise use any number of addresses.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return mapped ?? ip;
  // `%eth0` names the interface of a link-local address.
  const [before = [], after = []] = ip
    .replace(/%.*$/, '')
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  // An IPv4 address at the end takes the place of two groups.
  const length = before.length + after.length + (ip.includes('.') ? 1 : 0);
  const groups = [...before, ...new Array<string>(8 - length).fill('0'), ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
