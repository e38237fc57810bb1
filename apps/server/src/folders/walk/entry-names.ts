// Which names of directory entries a scan accepts, and which it ignores.
import { isUtf8 } from 'node:buffer';
import { exportFolder } from '@cellar/contract/folders/rules/library-files.ts';

const plain = /^[ -~]*$/;
const control = /\p{Cc}/u;
/** Indexes of PostgreSQL hold at most 2,704 bytes. */
const maxItemBytes = 2000;
/** PATH_MAX of Linux, which includes the zero at the end. */
const maxPathBytes = 4095;

export type NameProblem = 'notUtf8' | 'controlCharacter';

/** Takes the bytes of a name, one character for each. Bytes that are not UTF-8 become U+FFFD in the text. */
export function readName(bytes: string): { text: string; problem: NameProblem | undefined } {
  if (plain.test(bytes)) return { text: bytes, problem: undefined };
  const buffer = Buffer.from(bytes, 'latin1');
  const text = buffer.toString();
  if (!isUtf8(buffer)) return { text, problem: 'notUtf8' };
  return { text, problem: control.test(text) ? 'controlCharacter' : undefined };
}

export function isPathTooLong(absolute: string, relative: string): boolean {
  if (absolute.length * 3 <= maxItemBytes) return false;
  return Buffer.byteLength(relative) > maxItemBytes || Buffer.byteLength(absolute) > maxPathBytes;
}

export function shownPath(path: string): string {
  return path.replace(/\p{Cc}/gu, '\u{fffd}');
}

const systemNames = new Set(
  [
    'thumbs.db',
    'desktop.ini',
    'ehthumbs.db',
    '@eadir',
    '#recycle',
    '#snapshot',
    '@recycle',
    '@recently-snapshot',
  ].concat(
    [
      '$recycle.bin',
      'recycler',
      'recycled',
      'system volume information',
      'lost+found',
      '.ds_store',
      '.spotlight-v100',
    ],
    [
      '.fseventsd',
      '.trashes',
      '.temporaryitems',
      '.appledouble',
      '.snapshot',
      '.snapshots',
      '.zfs',
      '__macosx',
      '.stfolder',
    ],
  ),
);

/** True for entries that systems and programs add to any directory. */
export function isSystemName(name: string): boolean {
  if (name.startsWith('._') || name.startsWith('.Trash-') || name.startsWith('.nfs')) return true;
  return systemNames.has(name.toLowerCase());
}

const partial =
  /\.(?:crdownload|!qb|!ut|!bt|bc!|aria2|opdownload|partial|filepart|download|tmp|!sync|syncthing)$/i;

/** True for files that browsers and torrent programs have not completed. */
export function isPartialDownload(name: string): boolean {
  return partial.test(name);
}

/** True for entries that are not looked at, except inside a folder that is one game. */
export function isIgnored(name: string): boolean {
  return (
    name === exportFolder ||
    name.startsWith('.') ||
    isSystemName(name) ||
    isPartialDownload(name) ||
    /\.part$/i.test(name)
  );
}
