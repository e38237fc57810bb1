// Dates as people read them. Sizes and times left are formatted by the contract's rules.

/** A day written `YYYY-MM-DD`, in the reader's own way. Without a time zone: a day is the same day everywhere. */
export function formatDay(day: string, language?: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago a time was: `5 minutes ago`; within the last minute `now`. */
export function formatAgo(time: string, language?: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, 'second');
}
