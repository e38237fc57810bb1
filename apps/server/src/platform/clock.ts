// The current time. An interface, so that tests can set the time.

// Durations in milliseconds.

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Nothing waits longer for its next attempt. A later time was set while the clock was ahead. */
export const longestPauseMs = dayMs + minuteMs;

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The clocks of two nodes may differ by less than this. */
export const skewMs = 10 * minuteMs;

/** Returns whether a time lies within the last `ms`. A time further ahead than `skewMs` is an error of the clock and counts as long past. */
export function isRecent(clock: Clock, time: string | null, ms: number): boolean {
  return time !== null && time > isoAt(clock, -ms) && time <= isoAt(clock, skewMs);
}

/** Returns the current time plus `offsetMs`, in the format of the database: ISO 8601 in UTC. */
export function isoAt(clock: Clock, offsetMs = 0): string {
  return new Date(clock.now().getTime() + offsetMs).toISOString();
}

const [earliest, latest] = [Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** Returns the time of a file in the format of the API. Some file systems keep dates that ISO 8601 has no place for. */
export function isoOfFile(time: Date | number): string {
  const ms = Number(time);
  return new Date(Math.min(Math.max(Number.isNaN(ms) ? 0 : ms, earliest), latest)).toISOString();
}
