// Computes how many bytes may still be written to a disk. A reserve is kept free, because deleting, logging in and downloading
// also write a little and must still work when the disk is full.
import { type StatsFs, statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

const reserveBytes = 64 * 1024 * 1024;
/** The maximum reserve, as a part of the disk's size. */
const reservePart = 1 / 16;

function roomOf({ bavail, blocks, bsize }: StatsFs): number {
  return Math.floor(bavail * bsize - Math.min(reserveBytes, blocks * bsize * reservePart));
}

/** Returns the free bytes beyond the reserve. Below 0 if the reserve is in use. */
export async function roomIn(folder: string): Promise<number> {
  return roomOf(await statfs(folder));
}

/** Blocks, so call it in a worker thread. @throws an error with code ENOSPC if `bytes` would use some of the reserve */
export function refuseWithoutRoom(folder: string, bytes: number): void {
  if (roomOf(statfsSync(folder)) < bytes) throw noRoom();
}

export function noRoom(): Error {
  return Object.assign(new Error('the disk has no room left beyond its reserve'), { code: 'ENOSPC' });
}
