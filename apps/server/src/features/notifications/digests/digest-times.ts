// When digests go out: at 9 AM of every day, of Mondays, of the 1st, by the clocks of one time zone. Pure, no database.
import type { EmailFrequency } from '@cellar/contract/rules/email-frequency.ts';
import { Cron } from 'croner';

const patterns: Record<Exclude<EmailFrequency, 'immediate'>, string> = {
  daily: '0 0 9 * * *',
  weekly: '0 0 9 * * 1',
  monthly: '0 0 9 1 * *',
};

/** `timeZone`: IANA name. */
export function createDigestTimes(timeZone: string) {
  const crons = new Map(
    Object.entries(patterns).map(([frequency, pattern]) => [
      frequency as EmailFrequency,
      new Cron(pattern, { timezone: timeZone, paused: true }),
    ]),
  );

  return {
    /** The last one that has come, `now` included. Undefined for immediate mails, which have none. */
    lastBefore(frequency: EmailFrequency, now: Date): Date | undefined {
      // The library gives what lies before the moment that it is asked for.
      return crons.get(frequency)?.previousRuns(1, new Date(now.getTime() + 1))[0];
    },

    /** The next one after `now`. */
    nextAfter(frequency: EmailFrequency, now: Date): Date | undefined {
      return crons.get(frequency)?.nextRun(now) ?? undefined;
    },
  };
}
