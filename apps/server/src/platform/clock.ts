// The current time. An interface, so that tests can set the time.
import { minuteMs } from './durations.ts';

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The clocks of two nodes may differ by less than this. */
export const skewMs = 10 * minuteMs;

/** Returns whether a time lies within the last `ms`. One more than `skewMs` ahead was noted while the clock was ahead, so it does not. */
export function isRecent(clock: Clock, time: string | null, ms: number): boolean {
  return time !== null && time > isoAt(clock, -ms) && time <= isoAt(clock, skewMs);
}

/** Returns the current time plus `offsetMs`, in the format of the database: ISO 8601 in UTC. */
export function isoAt(clock: Clock, offsetMs = 0): string {
  return new Date(clock.now().getTime() + offsetMs).toISOString();
}
