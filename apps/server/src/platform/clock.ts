// The current time. An interface, so that tests can set the time.
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Returns the current time plus `offsetMs`, in the format of the database: ISO 8601 in UTC. */
export function isoAt(clock: Clock, offsetMs = 0): string {
  return new Date(clock.now().getTime() + offsetMs).toISOString();
}
