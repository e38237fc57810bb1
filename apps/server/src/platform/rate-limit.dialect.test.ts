import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from '#test/shared-app.ts';
import { createRateLimiter, type Limit, networkOf, type RateLimiter } from './rate-limit.ts';
import { newId } from './tokens.ts';

let limiter: RateLimiter;
// Only the tests advance this clock, because they check waits to the second.
let now = Date.now();
const clock = { now: () => new Date(now) };
const advance = (ms: number) => {
  now += ms;
};
const app = sharedApp();

beforeAll(async () => {
  const { db, unflushed } = app.services.database;
  limiter = createRateLimiter({ db, unflushed, clock });
});

const allLimits = () =>
  app.services.database.db.selectFrom('rateLimits').selectAll().orderBy('key').execute();

const limit = (changes: Partial<Limit> = {}): Limit => ({
  key: newId(),
  max: 3,
  windowMs: 60_000,
  ...changes,
});

describe('the rate limiter', () => {
  it('allows attempts up to the limit, and returns how long further ones must wait', async () => {
    const one = limit();
    for (let count = 0; count < 3; count += 1) expect(await limiter.count([one])).toBeUndefined();
    advance(20_000);
    const wait = await limiter.count([one]);
    expect(wait).toBe(40);
  });

  it('resets a key at the end of its window, regardless of further attempts', async () => {
    const one = limit();
    for (let count = 0; count < 3; count += 1) await limiter.count([one]);
    advance(59_000);
    expect(await limiter.count([one])).toBe(1);
    advance(1000);
    for (let count = 0; count < 3; count += 1) expect(await limiter.count([one])).toBeUndefined();
    expect(await limiter.count([one])).toBe(60);
  });

  it('counts simultaneous attempts exactly', async () => {
    const one = limit({ max: 7 });
    const tries = await Promise.all(Array.from({ length: 30 }, () => limiter.count([one])));
    expect(tries.filter((wait) => wait === undefined)).toHaveLength(7);
  });

  it('counts each key separately, and returns the longest wait of several', async () => {
    const short = limit({ windowMs: 10_000 });
    const long = limit({ windowMs: 300_000 });
    for (let count = 0; count < 3; count += 1) await limiter.count([short, long]);
    expect(await limiter.count([limit()])).toBeUndefined();
    expect(await limiter.count([short, long])).toBe(300);
    expect(await limiter.count([short])).toBe(10);
    expect(await limiter.count([limit(), long])).toBe(300);
  });

  it('does not count a refused attempt, and writes nothing for it', async () => {
    const [used, other] = [limit({ max: 1 }), limit({ max: 1 })];
    await limiter.count([used]);
    const before = await allLimits();
    for (let count = 0; count < 2; count += 1) expect(await limiter.count([other, used])).toBeGreaterThan(0);
    // Lets the cached refusals expire.
    advance(6000);
    expect(await limiter.count([other, used])).toBeGreaterThan(0);
    expect(await allLimits()).toEqual(before);
    expect(await limiter.count([other])).toBeUndefined();
  });

  it('stops counting an attempt that succeeded', async () => {
    const one = limit();
    for (let count = 0; count < 3; count += 1) await limiter.count([one]);
    await limiter.uncount(app.services.database.db, one.key);
    expect(await limiter.count([one])).toBeUndefined();
    expect(await limiter.count([one])).toBeGreaterThan(0);
  });

  it('resets a key', async () => {
    const one = limit();
    for (let count = 0; count < 4; count += 1) await limiter.count([one]);
    await limiter.reset(app.services.database.db, one.key);
    expect(await limiter.count([one])).toBeUndefined();
  });

  it('is shared by all users of a database', async () => {
    const one = limit();
    const { db, unflushed } = app.services.database;
    const other = createRateLimiter({ db, unflushed, clock });
    for (let count = 0; count < 3; count += 1) await limiter.count([one]);
    expect(await other.count([one])).toBeGreaterThan(0);
  });

  it('removes rows whose window has ended', async () => {
    const over = limit();
    await limiter.count([over]);
    advance(60_000);
    const running = limit();
    await limiter.count([running]);
    await limiter.removeEnded();
    const rows = await app.services.database.db.selectFrom('rateLimits').select('key').execute();
    const keys = rows.map(({ key }) => key);
    expect([keys.includes(over.key), keys.includes(running.key)]).toEqual([false, true]);
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::2:3:4:5', '2001:db8:0:0::/64'],
    ['1:2:3:4:5:6::', '1:2:3:4::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8:1::192.0.2.7', '2001:db8:1:0::/64'],
    ['1:2:3:4:5:6:192.0.2.7', '1:2:3:4::/64'],
    ['not an address', 'not an address'],
  ])('of %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});
