// A year of digests with both daylight saving changes: every member gets every game exactly once, at 9 AM.
import { describe, expect, it } from 'vitest';
import { expectOnce, expectOnTime, simulateYear } from '#test/digest-year.ts';

/** The calendar does not depend on the database, and this test takes minutes on PostgreSQL. */
const onPostgres = Boolean(process.env.TEST_DATABASE_URL);
/** The test takes some seconds on an idle machine. */
const timeout = 300_000;

describe('in a year, every member gets every game', { timeout }, () => {
  it.skipIf(onPostgres)(
    'exactly once and at 9 AM, with changing frequencies and a sleeping server',
    async () => {
      const year = await simulateYear({ zone: 'Europe/Berlin', seed: 'A calm year' });
      expect(year.mails.length).toBeGreaterThan(100);
      expectOnce(year);
      expectOnTime(year, 'Europe/Berlin');
    },
  );

  it('exactly once while the clock is set back and forward', async () => {
    const days = onPostgres ? 30 : 120;
    const year = await simulateYear({ zone: 'America/New_York', seed: 'Odd', jumps: true, days });
    expect(year.mails.length).toBeGreaterThan(days / 10);
    expectOnce(year);
  });
});
