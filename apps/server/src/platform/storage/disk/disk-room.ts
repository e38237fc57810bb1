// Computes how many bytes may still be written to a disk. A reserve is kept free, because deleting, logging in and downloading
// also write a little and must still work when the disk is full.

import { type StatsFs, statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { limits } from '@cellar/contract/rules/limits.ts';

/** The maximum reserve, as a part of the disk's size. */
const reservePart = 1 / 16;

function roomOf({ bavail, blocks, bsize }: StatsFs): number {
  return Math.floor(bavail * bsize - Math.min(limits.diskReserveBytes, blocks * bsize * reservePart));
}

/** Returns the free bytes beyond the reserve. Below 0 if the reserve is in use. */
export async function roomIn(folder: string): Promise<number> {
  return roomOf(await statfs(folder));
}

/** Returns the used bytes of a disk, and the free ones beyond the reserve, which are below 0 if the reserve is in use. */
export async function spaceIn(folder: string): Promise<{ usedBytes: number; freeBytes: number }> {
  const stats = await statfs(folder);
  return { usedBytes: (stats.blocks - stats.bfree) * stats.bsize, freeBytes: roomOf(stats) };
}

/** Blocks, so call it in a worker thread. @throws an error with code ENOSPC if `bytes` would use some of the reserve */
export function refuseWithoutRoom(folder: string, bytes: number): void {
  if (roomOf(statfsSync(folder)) < bytes) throw noRoom();
}

export function noRoom(): Error {
  return Object.assign(new Error('the disk has no room left beyond its reserve'), { code: 'ENOSPC' });
}
