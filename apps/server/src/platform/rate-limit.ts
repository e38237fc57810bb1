// Counts tries by key in the database, so that a limit holds over restarts and nodes.
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from './clock.ts';

export interface Limit {
  /** What is counted, such as `login:ADDRESS`. */
  key: string;
  max: number;
  windowMs: number;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

export function createRateLimiter({ db, clock }: { db: Db; clock: Clock }) {
  /** Counts one try; one statement, so that tries at once are all counted. */
  async function count({ key, windowMs }: Limit): Promise<{ count: number; endsAt: string }> {
    const now = isoAt(clock);
    const endsAt = isoAt(clock, windowMs);
    return db
      .insertInto('rateLimits')
      .values({ key, count: 1, endsAt })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql`case when "rateLimits"."endsAt" <= ${now} then 1 else "rateLimits"."count" + 1 end`,
          endsAt: sql`case when "rateLimits"."endsAt" <= ${now} then ${endsAt} else "rateLimits"."endsAt" end`,
        }),
      )
      .returning(['count', 'endsAt'])
      .executeTakeFirstOrThrow();
  }

  return {
    /** Counts a try under each limit; gives the seconds to wait when one is used up. */
    async take(limits: Limit[]): Promise<number | undefined> {
      let wait: number | undefined;
      for (const limit of limits) {
        const row = await count(limit);
        if (row.count <= limit.max) continue;
        const seconds = Math.ceil((Date.parse(row.endsAt) - clock.now().getTime()) / 1000);
        wait = Math.max(wait ?? 1, seconds);
      }
      return wait;
    },

    async forget(key: string): Promise<void> {
      await db.deleteFrom('rateLimits').where('key', '=', key).execute();
    },

    async removeEnded(): Promise<void> {
      await db.deleteFrom('rateLimits').where('endsAt', '<=', isoAt(clock)).execute();
    },
  };
}

/**
 * Who is counted as one caller: an IPv4 address, or the /64 network of an IPv6 one. Every line has a whole /64 to itself, and
 * so as many addresses as anybody could ever use up.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return mapped ?? ip;
  // `%eth0` names the interface of a link-local address.
  const [before = [], after = []] = ip
    .replace(/%.*$/, '')
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  // An IPv4 address at the end stands for two groups.
  const length = before.length + after.length + (ip.includes('.') ? 1 : 0);
  const groups = [...before, ...new Array<string>(8 - length).fill('0'), ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
