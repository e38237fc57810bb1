// The beginning of a LAN night, which the server knows in UTC and people in their time zone.

/** `Saturday, December 5, 2026 at 7:00 PM`, or `Sat, Dec 5, 2026, 7:00 PM` where there is less room. */
export function formatBeginning(time: string, language: string, isShort: boolean): string {
  const date = new Date(time);
  if (!isShort)
    return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }).format(date);
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  return new Intl.DateTimeFormat(language, { ...day, hour: 'numeric', minute: '2-digit' }).format(date);
}

/** The value of a `datetime-local` field. */
export function fieldValueOf(time: string): string {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The time that such a field means. Undefined if it is empty or incomplete. */
export function timeOfField(value: string): string | undefined {
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The name of the reader's time zone, without whether it is summer. */
export function zoneName(language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
