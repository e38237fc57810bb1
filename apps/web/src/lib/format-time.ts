// Moments and spans as people read them, in their language and time zone. Used by the admin's lists and settings.

/** A moment to the minute: `Nov 21, 2026, 11:20 AM`. */
export function formatMoment(time: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(time),
  );
}

/** A moment on the clock of another place: `Monday, November 23, 2026 at 9:00 AM`. */
export function formatMomentAt(timeZone: string, time: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(
    new Date(time),
  );
}

/** `7 days` */
export function formatDays(days: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
}
