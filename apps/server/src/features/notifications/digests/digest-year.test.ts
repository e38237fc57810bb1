// A year of digests with both changes of the clocks: every game that stays reaches every member exactly once, at 9 AM.
import { describe, expect, it } from 'vitest';
import { simulateYear } from '#test/digest-year.ts';
import { expectOnce, expectOnTime } from '#test/digest-year-checks.ts';

/** What follows from the calendar does not need both databases, and takes PostgreSQL minutes. */
const onPostgres = Boolean(process.env.TEST_DATABASE_URL);
/** Some seconds on a machine that has nothing else to do. */
const timeout = 300_000;

describe('through a year, every member is told of every game', { timeout }, () => {
  it.skipIf(onPostgres)(
    'exactly once and at 9 AM, whatever the frequencies do and however long the server sleeps',
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
