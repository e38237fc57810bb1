// Formats sizes, numbers, dates and times in the language of the page.
import { formatBytes, formatEta } from '@cellar/contract/rules/sizes.ts';

// French calls the byte "octet".
const frenchUnits: Record<string, string> = { B: 'o', KB: 'Ko', MB: 'Mo', GB: 'Go', TB: 'To' };

/** Returns a unit such as `GB` in the language: in French `Go`. */
export function unitName(unit: string, language?: string): string {
  return language === 'fr' ? (frenchUnits[unit] ?? unit) : unit;
}

/** Formats a size: `1.5 KB`, in Spanish `1,5 KB`, in French `1,5 Ko`. The contract defines the rounding. */
export function formatSize(bytes: number, language?: string): string {
  const [value = '0', unit = 'B'] = formatBytes(bytes).split(' ');
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: false });
  return `${number.format(Number(value))} ${unitName(unit, language)}`;
}

/** Formats a size in MB, so that the sizes in a column are easy to compare. */
export function formatMegabytes(bytes: number, language?: string): string {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  return `${number.format(bytes / 1024 ** 2)} ${unitName('MB', language)}`;
}

/** Formats a day given as `YYYY-MM-DD`, independent of the user's time zone. */
export function formatDay(day: string, language?: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

/** Formats the day of a time in the user's time zone. */
export function formatDate(time: string, language?: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(date);
}

/** Formats an estimated time in one unit: `45 sec`, `12 min`, `1.5 hr`. Rounds up, like `formatEta` of the contract. */
export function formatEstimate(seconds: number, language?: string): string {
  const [value, unit] =
    seconds <= 59
      ? [Math.max(1, Math.ceil(seconds)), 'second']
      : seconds <= 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 1800) / 2, 'hour'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}

/** Formats the remaining time: `29s`, in other languages than English `29 s`. Empty if unknown. */
export function formatTimeLeft(seconds: number | undefined, language?: string): string {
  const left = formatEta(seconds);
  if (language === 'en') return left;
  // The unit must not move to the next line.
  return left.replace(/(\d)([smh])/g, (_, digit, unit) => `${digit}\u00a0${unit === 'm' ? 'min' : unit}`);
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Formats a past time: `5 minutes ago`, or `now` within the last minute. */
export function formatAgo(time: string, language?: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, 'second');
}

// Formats dates and durations in the user's language.

/** Formats a time in the user's language and time zone: `Nov 21, 2026, 11:20 AM`. */
export function formatMoment(time: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(time),
  );
}

/** Formats a time in another time zone: `Monday, November 23, 2026 at 9:00 AM`. */
export function formatMomentAt(timeZone: string, time: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(
    new Date(time),
  );
}

/** Formats a number of days: `7 days`. */
export function formatDays(days: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
}

/** Formats a time with its weekday, in the user's time zone: `Monday, November 30 at 12:00 AM`. */
export function formatWeekday(time: string, language: string): string {
  return new Intl.DateTimeFormat(language, {
    ...{ weekday: 'long', day: 'numeric', month: 'long' },
    ...{ hour: 'numeric', minute: '2-digit' },
  }).format(new Date(time));
}
