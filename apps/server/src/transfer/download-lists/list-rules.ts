// Which files of a game a list contains, and why it leaves out others.
import { normalizePlatform, type OwnPlatformNames } from '@cellar/contract/games/rules/platforms.ts';
import { gameFolderName } from '@cellar/contract/rules/file-names.ts';
import type { LeftOutReason, ListChoice } from '@cellar/contract/transfer/download-lists.endpoints.ts';
import type { FileState } from '@cellar/contract/transfer/extras.ts';

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

// The paths of the files in a list: a folder for each game, and the name under which the file is downloaded.

/** Returns a function that returns paths, none of them twice in a list, on any system. */
export function createListPaths(): (game: { id: string; title: string }, fileName: string) => string {
  const folders = new Map<string, string>();
  const taken = new Set<string>();
  return ({ id, title }, fileName) => {
    const folder = folders.get(id) ?? unique(gameFolderName(title), taken);
    folders.set(id, folder);
    return unique(`${folder}/${fileName}`, taken);
  };
}

/** Adds a number before the extension if the path is taken. Windows and macOS ignore case. */
function unique(path: string, taken: Set<string>): string {
  const keyOf = (text: string) => text.normalize('NFC').toLowerCase();
  // `.tar.gz` stays together. In a folder's name, what follows a dot is rarely an extension.
  const [, base = path, extension = ''] = path.includes('/')
    ? (/^(.+?)((?:\.tar)?\.\w{1,16})?$/.exec(path) ?? [])
    : [];
  let free = path;
  for (let count = 2; taken.has(keyOf(free)); count += 1) free = `${base} (${count})${extension}`;
  taken.add(keyOf(free));
  return free;
}
