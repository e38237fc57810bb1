// Which names of directory entries a scan accepts, and which it ignores.
import { isUtf8 } from 'node:buffer';
import {
  exportFolder,
  extraKindOfFolder,
  libraryExtension,
  plainName,
} from '@cellar/contract/folders/rules/library-files.ts';

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

// Tells the folder of an unpacked game from a folder of archives and installers.

interface Contents {
  name: string;
  files: readonly string[];
  folders: readonly string[];
}

const companion =
  /\.(?:nfo|diz|txt|md|rtf|docx?|odt|pdf|jpe?g|png|gif|webp|bmp|ico|svg|sfv|md5|sha1|sha256|sha512|asc|sig|url|webloc|lnk|html?|xml|json|torrent|m3u8?|log|par2|csv)$/i;

/** True for files that are added to a download: descriptions, pictures, checksums. */
export function isCompanion(name: string): boolean {
  return companion.test(name);
}

const program = /\.(?:exe|com|bat|sh|jar|x86|x86_64|x64|i386|amd64)$/i;
const installer = /setup|install|unins|^gog_|^patch|^update|redist/i;
/** Files that only an unpacked game has, in lower case. */
const certain = new Set(
  'eboot.bin default.xbe default.xex gameinfo autorun.inf data1.cab data1.hdr unityplayer.dll dosbox.conf'.split(
    ' ',
  ),
);
const web = /^(?:index\.html|package\.json)$/i;
/** Installers come in folders with others; so many programs of one game have at least as many files of data. */
const mostPrograms = 3;
/** Folders that games have, but collections of games do not. */
const inner =
  /^(?:bin|bin32|bin64|binaries|win32|win64|x64|x86|x86_64|engine|lib|lib32|lib64|libs|data\d?|gamedata|content|assets|resources|res|system|system32|plugins|monobleedingedge|ps3_game|_?commonredist|_?redist|support|.+_data)$/i;

export function isUnpackedGame({ name, files, folders }: Contents, added: ReadonlySet<string>): boolean {
  if (/\.app$/i.test(name)) return folders.length > 0;
  if (files.some((file) => certain.has(file.toLowerCase()))) return true;
  const hasInner = folders.some((folder) => inner.test(folder) && !isExtra(folder));
  const hasPage = files.some((file) => web.test(file));
  const programs = files.filter((file) => program.test(file) && !installer.test(file));
  if (programs.length === 0 && !hasInner && !hasPage) return false;
  // `Quake/quake.exe` with `Quake/id1`: the folder has the name of the program.
  if (folders.length > 0 && programs.some((file) => isNamedLike(file, name))) return true;
  const others = files.filter((file) => !isCompanion(file) && !program.test(file));
  const games = others.filter((file) => libraryExtension(file, added) !== undefined || isVolume(file));
  const dataCount = others.length - games.length;
  if (programs.length > mostPrograms) return dataCount >= programs.length;
  if (programs.length > 0) return dataCount > 0 || hasInner;
  return games.length === 0 && (hasPage || dataCount > 0);
}

function isNamedLike(file: string, folder: string): boolean {
  const [program, game] = [plainName(file.replace(/\.[^.]*$/, '')), plainName(folder)];
  return program.length >= 3 && (game.includes(program) || (game.length >= 3 && program.includes(game)));
}

/** Pieces of archives have no extension of their own. */
function isVolume(file: string): boolean {
  return /\.(?:[r-z]\d\d|\d{3}|[a-z]{2}|bin|mdf|img|sub)$/i.test(file) && !/\.(?:so|py|js)$/i.test(file);
}

function isExtra(folder: string): boolean {
  return extraKindOfFolder(folder) !== undefined;
}
