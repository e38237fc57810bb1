// The limits of downloads: their bounds, and the moments at which the speed of the site is limited.

const KIB = 1024;
const MIB = 1024 ** 2;

/** The smallest and the largest value of each limit. Speeds are bytes per second. */
export const limitBounds = {
  bytesPerPeriod: { min: 1, max: 1024 ** 5 },
  filesPerPeriod: { min: 1, max: 1_000_000 },
  downloadsAtOnce: { min: 1, max: 1000 },
  /** With less, several connections of one member would stand still until their clients give up. */
  speed: { min: 64 * KIB, max: MIB ** 2 },
  /** The page gives up on an upload after a minute without progress, and sends several chunks at once. */
  uploadSpeed: { min: 256 * KIB, max: MIB ** 2 },
} as const;

export const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

/** Times of day, `HH:MM`. `to` is before `from` if midnight lies between them. */
export interface Hours {
  from: string;
  to: string;
}

/** `time`: the time of day, `HH:MM`. `from` is included, `to` is not. */
export function isWithin({ from, to }: Hours, time: string): boolean {
  return from < to ? from <= time && time < to : from <= time || time < to;
}
