// Days and calendar periods in the time zone of the server.
import type { Period } from '@cellar/contract/transfer/rules/download-limits.ts';
import { Cron } from 'croner';

/** The first moment of each period. A week begins on Monday. */
const patterns: Record<Period, string> = {
  day: '0 0 0 * * *',
  week: '0 0 0 * * 1',
  month: '0 0 0 1 * *',
};

export type Periods = ReturnType<typeof createPeriods>;

/** `timeZone`: an IANA name. */
export function createPeriods(timeZone: string) {
  const days = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const times = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const moments = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, weekday: 'long', month: 'long', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  const crons = new Map(
    Object.entries(patterns).map(([period, pattern]) => [
      period as Period,
      new Cron(pattern, { timezone: timeZone, paused: true }),
    ]),
  );
  const dayOf = (moment: Date) => days.format(moment);

  return {
    timeZone,
    /** Returns the day, `YYYY-MM-DD`. */
    dayOf,
    /** Returns the time of day, `HH:MM`. */
    timeOf: (moment: Date) => times.format(moment),
    /** Returns the moment for a sentence: `Monday, November 30 at 00:00`. */
    describe: (moment: Date) => moments.format(moment),

    /** Returns the first day of the period, `YYYY-MM-DD`. */
    firstDayOf(period: Period, moment: Date): string {
      const today = dayOf(moment);
      if (period === 'day') return today;
      if (period === 'month') return `${today.slice(0, 8)}01`;
      const date = new Date(`${today}T00:00:00Z`);
      const sinceMonday = (date.getUTCDay() + 6) % 7;
      date.setUTCDate(date.getUTCDate() - sinceMonday);
      return date.toISOString().slice(0, 10);
    },

    /** Returns when the next period begins. */
    nextAfter(period: Period, moment: Date): Date {
      const next = crons.get(period)?.nextRun(moment);
      if (!next) throw new Error(`there is no ${period} after ${moment.toISOString()}`);
      return next;
    },
  };
}
