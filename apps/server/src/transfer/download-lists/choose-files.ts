// Which files of a game a list contains, and why it leaves out others.

import { normalizePlatform, type OwnPlatformNames } from '@cellar/contract/games/rules/platforms.ts';
import type { LeftOutReason, ListChoice } from '@cellar/contract/transfer/download-lists.ts';
import type { FileState } from '@cellar/contract/transfer/file-state.ts';

const byNumber = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

interface Wanted extends Pick<ListChoice, 'platforms' | 'isOnlyThese'> {
  /** The platform that was chosen for this game. */
  platform?: string | undefined;
}

/**
 * Returns the platform file for the first wanted platform that the game has: the one with exactly this name, or the newest of its
 * versions. Otherwise the first file, unless only these platforms are wanted.
 */
export function choosePlatformFile<File extends { platform: string }>(
  files: readonly File[],
  { platform, platforms, isOnlyThese }: Wanted,
  own: OwnPlatformNames,
): File | undefined {
  if (platform !== undefined) return files.find((file) => file.platform === platform);
  const newestFirst = files.toSorted((a, b) => byNumber.compare(b.platform, a.platform));
  for (const wanted of platforms) {
    const found =
      files.find((file) => file.platform === wanted) ??
      newestFirst.find((file) => normalizePlatform(file.platform, own) === wanted);
    if (found) return found;
  }
  return isOnlyThese ? undefined : files[0];
}

/** Returns why a file can't be downloaded at present, or undefined if it can. */
export function whyNot({
  quarantine,
  missingSince,
  problem,
  preparing,
}: FileState): LeftOutReason | undefined {
  if (quarantine) return 'quarantined';
  if (missingSince) return 'missing';
  if (problem) return 'unreadable';
  return preparing === null ? undefined : 'preparing';
}
