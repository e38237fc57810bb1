// Decides whether a download fits into a member's limits, and explains a refusal.
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import type { LimitRefusal, MemberLimits } from '@cellar/contract/transfer/download-limits.endpoints.ts';
import type { Period } from '@cellar/contract/transfer/rules/download-limits.ts';
import { Cron } from 'croner';
import { AppError } from '#http/errors.ts';
import type { Use } from '../tables.ts';

/** What a download needs. */
export interface Demand {
  /** Bytes of the file that were not sent yet. */
  bytes: number;
  /** No byte was sent yet. A download that has begun may exceed the limit of bytes, if anything is left of it. */
  isNew: boolean;
}

/** What counts against the limits of a member in the current period. */
export interface Standing {
  used: Use;
  /** What other running downloads still need. */
  reserved: Use;
  /** The other downloads that count as running at once. Undefined if this one is running already. */
  running: number | undefined;
}

export interface QuotaMoment {
  now: Date;
  periods: Periods;
}

/** `too_many_downloads` can end at any moment, so clients may try again soon. */
const tryAgainSeconds = 30;

/** @throws AppError quota_exceeded, too_many_downloads */
export function refuseBeyond(
  limits: MemberLimits,
  standing: Standing,
  demand: Demand,
  moment: QuotaMoment,
): void {
  refuseAtOnce(limits, standing);
  refuseFiles(limits, standing, demand, moment);
  refuseBytes(limits, standing, demand, moment);
}

function refuseAtOnce({ downloadsAtOnce: limit }: MemberLimits, { running }: Standing): void {
  if (limit === null || running === undefined || running < limit) return;
  const error = new AppError(
    'too_many_downloads',
    limit === 1
      ? 'You can run one download at a time, and one is running. Start this one when it has ended.'
      : `You can run ${limit} downloads at a time, and as many are running. Start this one when one of them has ended.`,
    { downloadLimit: { reason: 'at_once', limit, needs: 1, left: 0, freeAt: null } },
  );
  error.retryAfterSeconds = tryAgainSeconds;
  throw error;
}

function refuseFiles(
  { filesPerPeriod: limit, period }: MemberLimits,
  { used, reserved }: Standing,
  { isNew }: Demand,
  moment: QuotaMoment,
): void {
  if (limit === null || !isNew || used.files + reserved.files < limit) return;
  const files = limit === 1 ? 'one file' : `${limit} files`;
  throw exceeded({ reason: 'files', limit, needs: 1, left: 0 }, period, {
    message: `You can download ${files} ${per[period]}, and none is left.`,
    moment,
  });
}

function refuseBytes(
  { bytesPerPeriod: limit, period }: MemberLimits,
  { used, reserved }: Standing,
  { bytes, isNew }: Demand,
  moment: QuotaMoment,
): void {
  if (limit === null) return;
  const left = Math.max(0, limit - used.bytes - reserved.bytes);
  const [size, all] = [formatBytes(bytes), formatBytes(limit)];
  if (isNew && bytes > limit) {
    throw new AppError(
      'quota_exceeded',
      `This file is ${size}, but you can download only ${all} ${per[period]}. Ask an admin for it.`,
      { downloadLimit: { reason: 'file_too_large', limit, needs: bytes, left, freeAt: null } },
    );
  }
  const fits = isNew ? bytes <= left : bytes === 0 || left > 0;
  if (fits) return;
  const rest = left === 0 ? 'nothing' : formatBytes(left);
  throw exceeded({ reason: 'bytes', limit, needs: bytes, left }, period, {
    message: `You can download ${all} ${per[period]}, and ${rest} is left. This needs ${size}.`,
    moment,
  });
}

const per: Record<Period, string> = { day: 'a day', week: 'a week', month: 'a month' };

/** `message`: says what is used up. */
function exceeded(
  refusal: Omit<LimitRefusal, 'freeAt'>,
  period: Period,
  { message, moment: { now, periods } }: { message: string; moment: QuotaMoment },
): AppError {
  const freeAt = periods.nextAfter(period, now);
  const error = new AppError(
    'quota_exceeded',
    `${message} Your limit resets on ${periods.describe(freeAt)}.`,
    {
      downloadLimit: { ...refusal, freeAt: freeAt.toISOString() },
    },
  );
  error.retryAfterSeconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000));
  return error;
}

// Days and calendar periods in the time zone of the server.

/** The first moment of each period. A week begins on Monday. */
const patterns: Record<Period, string> = {
  day: '0 0 0 * * *',
  week: '0 0 0 * * 1',
  month: '0 0 0 1 * *',
};

type Periods = ReturnType<typeof createPeriods>;

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
