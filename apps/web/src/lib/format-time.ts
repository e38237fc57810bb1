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
