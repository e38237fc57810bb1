// Parses the release dates of providers.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Parses Steam's English dates: `16 Nov, 2004`, `Nov 16, 2004`. Returns null for `Nov 2004`, `Q4 2004` and `2004`. */
export function dayOfWords(words: string | null): string | null {
  const match =
    /^(?<day>\d{1,2}) (?<month>[a-z]{3,9})\.?,? (?<year>\d{4})$/i.exec(words ?? '') ??
    /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i.exec(words ?? '');
  const { day = '', month = '', year = '' } = match?.groups ?? {};
  const index = months.indexOf(month.slice(0, 3).toLowerCase());
  return index < 0 ? null : dayOrNull(`${year}-${two(index + 1)}-${two(Number(day))}`);
}

export function yearOfWords(words: string | null): number | null {
  const year = /\b(19[5-9]\d|20\d\d)\b/.exec(words ?? '')?.[1];
  return year ? Number(year) : null;
}

/** Converts seconds since 1970 to a day in UTC, `YYYY-MM-DD`. */
export function dayOfSeconds(seconds: number | null): string | null {
  if (seconds === null || Math.abs(seconds) > 1e11) return null;
  return dayOrNull(new Date(seconds * 1000).toISOString().slice(0, 10));
}

/** Returns the day if it is a valid `YYYY-MM-DD` from 1950 to 2099, otherwise null. */
export function dayOrNull(day: string | null): string | null {
  if (!day || !/^(19[5-9]\d|20\d\d)-\d\d-\d\d$/.test(day)) return null;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
