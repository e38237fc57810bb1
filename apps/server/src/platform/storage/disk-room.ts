// How much may still be written to a disk. A reserve is kept free: deleting, logging in and downloading also write a little, and
// must still work when the disk is full.
import { type StatsFs, statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

const reserveBytes = 64 * 1024 * 1024;
/** The reserve of a small disk, as a part of its size. */
const reservePart = 1 / 16;

function roomOf({ bavail, blocks, bsize }: StatsFs): number {
  return Math.floor(bavail * bsize - Math.min(reserveBytes, blocks * bsize * reservePart));
}

/** The free bytes beyond the reserve: below 0 when the reserve is in use. */
export async function roomIn(folder: string): Promise<number> {
  return roomOf(await statfs(folder));
}

/** Blocks, so call it in a worker thread. @throws an error with code ENOSPC when `bytes` would not leave the reserve free */
export function refuseWithoutRoom(folder: string, bytes: number): void {
  if (roomOf(statfsSync(folder)) < bytes) throw noRoom();
}

export function noRoom(): Error {
  return Object.assign(new Error('the disk has no room left beyond its reserve'), { code: 'ENOSPC' });
}
