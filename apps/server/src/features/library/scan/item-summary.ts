// Adds up the files of an item, and computes its fingerprint while they are listed.
import { createHash } from 'node:crypto';
import { dayMs } from '#platform/durations.ts';
import { isPartialDownload } from './entry-names.ts';
import type { FoundItem, ItemMember } from './scan-types.ts';

export type ItemTotal = Pick<FoundItem, 'size' | 'fileCount' | 'modifiedAtMs' | 'fingerprint' | 'isFresh'>;

const digits = 32;

/** Whether a file with this modification time may still be being copied. */
export type IsFresh = (modifiedAtMs: number) => boolean;

/** Takes the members in the order of their paths. */
export function createSummary(isFreshAt: IsFresh): { add(member: ItemMember): void; total(): ItemTotal } {
  const digest = createHash('sha256');
  let [size, fileCount, modifiedAtMs, isFresh] = [0, 0, 0, false];
  return {
    add(member) {
      digest.update(`${member.path}\0${member.size}\0${member.modifiedAtMs}\n`);
      size += member.size;
      fileCount += 1;
      modifiedAtMs = Math.max(modifiedAtMs, member.modifiedAtMs);
      isFresh ||= isFreshAt(member.modifiedAtMs) || isBeingDownloaded(member);
    },
    total: () => ({
      size,
      fileCount,
      modifiedAtMs,
      isFresh,
      fingerprint: digest.digest('hex').slice(0, digits),
    }),
  };
}

/** Games have files with such names too, which stay as they are. */
function isBeingDownloaded({ path, modifiedAtMs }: ItemMember): boolean {
  return isPartialDownload(path) && modifiedAtMs > Date.now() - dayMs;
}

/** The same for a single file. Size and time have room in the fingerprint, so they need no digest, which would take longer. */
export function summaryOfFile(file: Omit<ItemMember, 'path'>, isFreshAt: IsFresh): ItemTotal {
  const { size, modifiedAtMs } = file;
  // Times before 1970 are negative.
  const fingerprint = padded(size) + padded(modifiedAtMs + 2 ** 52);
  return { size, fileCount: 1, modifiedAtMs, isFresh: isFreshAt(modifiedAtMs), fingerprint };
}

/** Safe integers have at most 16 decimal digits. */
function padded(count: number): string {
  return String(count).padStart(digits / 2, '0');
}
