// How much may still be written to a disk. A part is kept back: deleting, logging in and downloading write a little too, and
// must go on when the disk is full. Used by disk-storage.ts, the thread that writes, and the pictures.
import { type StatsFs, statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

const reserveBytes = 64 * 1024 * 1024;
/** Of a disk that is small. */
const reservePart = 1 / 16;

function roomOf({ bavail, blocks, bsize }: StatsFs): number {
  return Math.floor(bavail * bsize - Math.min(reserveBytes, blocks * bsize * reservePart));
}

/** Bytes, beyond what is kept back; below 0 when that is used up. */
export async function roomIn(folder: string): Promise<number> {
  return roomOf(await statfs(folder));
}

/** Blocking, for a thread of its own. @throws an error with the code ENOSPC when `bytes` would use what is kept back */
export function refuseWithoutRoom(folder: string, bytes: number): void {
  if (roomOf(statfsSync(folder)) < bytes) throw noRoom();
}

export function noRoom(): Error {
  return Object.assign(new Error('the disk has no room left but what is kept back'), { code: 'ENOSPC' });
}
