// Adds up the files of an item, and computes its fingerprint while they are listed.
import { createHash } from 'node:crypto';
import { dayMs } from '#platform/durations.ts';
import { isPartialDownload } from './entry-names.ts';
import type { FoundItem, ItemMember } from './scan-types.ts';

export type ItemTotal = Pick<FoundItem, 'size' | 'fileCount' | 'modifiedAtMs' | 'fingerprint' | 'isFresh'>;

const digits = 32;

/** Whether a file with this modification time may still be being copied. */
export type IsFresh = (modifiedAtMs: number) => boolean;

/**
 * Takes the members in the order of their paths. The fingerprint of a folder without links, empty folders, programs and `.app` is
 * that of earlier versions, so that they need not be read again.
 */
export function createSummary(isFreshAt: IsFresh): {
  add(member: ItemMember): void;
  /** `isApp`: the item is a folder whose name ends with `.app`. */
  total(isApp?: boolean): ItemTotal;
} {
  const digest = createHash('sha256');
  const programs = createHash('sha256');
  let [size, fileCount, programCount, modifiedAtMs, isFresh] = [0, 0, 0, 0, false];

  /** Of some file systems, all files are executable, which says nothing. */
  function fingerprint(isApp: boolean): string {
    if (programCount > 0 && programCount < fileCount)
      digest.update(`\0programs\0${programs.digest('hex')}\n`);
    if (isApp) digest.update('\0app\n');
    return digest.digest('hex').slice(0, digits);
  }

  return {
    add(member) {
      if (member.target !== undefined || member.path.endsWith('/')) {
        digest.update(`${member.path}\0${member.target ?? ''}\n`);
        return;
      }
      digest.update(`${member.path}\0${member.size}\0${member.modifiedAtMs}\n`);
      if (member.isExecutable) {
        programs.update(`${member.path}\n`);
        programCount += 1;
      }
      size += member.size;
      fileCount += 1;
      modifiedAtMs = Math.max(modifiedAtMs, member.modifiedAtMs);
      isFresh ||= isFreshAt(member.modifiedAtMs) || isBeingDownloaded(member);
    },
    total: (isApp = false) => ({
      size,
      fileCount,
      modifiedAtMs,
      isFresh,
      fingerprint: fingerprint(isApp),
    }),
  };
}

/** Games have files with such names too, which stay as they are. */
function isBeingDownloaded({ path, modifiedAtMs }: ItemMember): boolean {
  return isPartialDownload(path) && modifiedAtMs > Date.now() - dayMs;
}

/** The same for a single file. Size and time have room in the fingerprint, so they need no digest, which would take longer. */
export function summaryOfFile(
  file: Pick<ItemMember, 'size' | 'modifiedAtMs'>,
  isFreshAt: IsFresh,
): ItemTotal {
  const { size, modifiedAtMs } = file;
  // Times before 1970 are negative.
  const fingerprint = padded(size) + padded(modifiedAtMs + 2 ** 52);
  return { size, fileCount: 1, modifiedAtMs, isFresh: isFreshAt(modifiedAtMs), fingerprint };
}

/** Safe integers have at most 16 decimal digits. */
function padded(count: number): string {
  return String(count).padStart(digits / 2, '0');
}
