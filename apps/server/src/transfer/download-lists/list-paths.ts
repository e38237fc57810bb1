// The paths of the files in a list: a folder for each game, and the name under which the file is downloaded.
import { gameFolderName } from '@cellar/contract/rules/file-names.ts';

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
