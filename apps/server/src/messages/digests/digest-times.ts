// Calculates when digests are sent: at 9 AM every day, every Monday or every 1st of the month, in one time zone.
import type { EmailFrequency } from '@cellar/contract/messages/rules/email-frequency.ts';
import { Cron } from 'croner';

const patterns: Record<Exclude<EmailFrequency, 'immediate'>, string> = {
  daily: '0 0 9 * * *',
  weekly: '0 0 9 * * 1',
  monthly: '0 0 9 1 * *',
};

export type DigestTimes = ReturnType<typeof createDigestTimes>;

/** `timeZone`: an IANA name. */
export function createDigestTimes(timeZone: string) {
  const crons = new Map(
    Object.entries(patterns).map(([frequency, pattern]) => [
      frequency as EmailFrequency,
      new Cron(pattern, { timezone: timeZone, paused: true }),
    ]),
  );

  return {
    /** Returns the last time up to and including `now`, or undefined for immediate emails. */
    lastBefore(frequency: EmailFrequency, now: Date): Date | undefined {
      // `previousRuns` excludes the given moment.
      return crons.get(frequency)?.previousRuns(1, new Date(now.getTime() + 1))[0];
    },

    /** Returns the first time after `now`, or undefined for immediate emails. */
    nextAfter(frequency: EmailFrequency, now: Date): Date | undefined {
      return crons.get(frequency)?.nextRun(now) ?? undefined;
    },
  };
}
