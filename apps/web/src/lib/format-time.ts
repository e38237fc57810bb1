// Moments and spans as people read them, in their language and time zone. Used by the admin's lists.

/** A moment to the minute: `Nov 21, 2026, 11:20 AM`. */
export function formatMoment(time: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(time),
  );
}

/** `7 days` */
export function formatDays(days: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
}
