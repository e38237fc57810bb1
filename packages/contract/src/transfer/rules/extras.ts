// Updates and extras of a game: their kinds, the accepted files, and the order in which they are shown. This file has no schemas,
// which would add zod to the page.
import { type ArchiveExtension, platformFileExtensions } from './archives.ts';

/** In the order in which they are shown. `update` includes patches. */
export const extraKinds = ['update', 'dlc', 'language', 'map', 'manual', 'soundtrack', 'other'] as const;
export type ExtraKind = (typeof extraKinds)[number];

/**
 * The accepted files. What a browser would run as a page (HTML, SVG) is not among them, and every extra is sent as an attachment.
 */
export const extraExtensions = [
  // Archives
  ...['.zip', '.rar', '.7z', '.tar.gz', '.tgz', '.tar', '.tar.xz', '.tar.bz2', '.tar.zst', '.gz', '.xz'],
  // Programs and packages
  ...['.exe', '.msi', '.dmg', '.pkg', '.sh', '.run', '.appimage', '.deb', '.rpm', '.apk', '.jar', '.bat'],
  // Discs and consoles
  ...['.iso', '.bin', '.cue', '.img', '.chd', '.mdf', '.mds', '.nrg', '.nsp', '.xci', '.pup', '.cia'],
  // Manuals and maps
  ...['.pdf', '.epub', '.cbz', '.cbr', '.txt', '.md', '.rtf', '.doc', '.docx', '.odt', '.djvu'],
  ...['.png', '.jpg', '.jpeg', '.webp', '.gif'],
  // Soundtracks and films
  ...['.mp3', '.flac', '.ogg', '.opus', '.m4a', '.wav', '.aac', '.mid', '.mp4', '.mkv', '.webm'],
  // Game data
  ...['.pak', '.pk3', '.pk4', '.wad', '.vpk', '.bsp', '.esp', '.esm', '.bsa', '.ba2', '.scx', '.scm', '.w3x'],
  ...['.ips', '.bps', '.ups', '.ppf', '.xdelta'],
] as const;

/** Returns the extension, out of these, of a file name: of `.tar.gz` and `.gz` the longer one. Undefined if there is none. */
export function longestExtension(fileName: string, extensions: readonly string[]): string | undefined {
  const lower = fileName.toLowerCase();
  const matching = extensions.filter((extension) => lower.endsWith(extension));
  return matching.toSorted((a, b) => b.length - a.length)[0];
}

/** Returns the kind of archive that a file with this extension must be, or undefined if it can be any file. */
export function promisedArchive(extension: string): ArchiveExtension | undefined {
  if (extension === '.tgz') return '.tar.gz';
  return platformFileExtensions.find((archive) => archive === extension);
}

/** `Patch` with the version `1.2` becomes `Patch 1.2`. A version that the name contains is not repeated. */
export function extraLabel({ name, version }: { name: string; version: string }): string {
  return version === '' || name.includes(version) ? name : `${name} ${version}`;
}

interface Ordered {
  _id: string;
  kind: ExtraKind;
  version: string;
  createdAt: string;
}

const byNumber = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares by kind, then the newest version first (1.10 before 1.9), then the last added first. Files without a version follow. */
export function compareExtras(a: Ordered, b: Ordered): number {
  return (
    extraKinds.indexOf(a.kind) - extraKinds.indexOf(b.kind) ||
    Number(a.version === '') - Number(b.version === '') ||
    byNumber.compare(plainVersion(b.version), plainVersion(a.version)) ||
    compareText(b.createdAt, a.createdAt) ||
    compareText(a._id, b._id)
  );
}

/** `v1.2` and `1.2` are the same version. */
function plainVersion(version: string): string {
  return version.replace(/^v(?=\d)/i, '');
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

// Guesses the facts of an update or extra from the name of its file. A person confirms them.

interface ExtraGuess {
  kind: ExtraKind;
  /** Empty if nothing is left of the file's name but the title, the version and the kind. */
  name: string;
  /** Empty if the name contains no version. */
  version: string;
}

/** The first match counts. `Manual` before `update`, because an `update_readme.pdf` is read and not installed. */
const kindWords: [ExtraKind, RegExp][] = [
  ['manual', /\b(manual|guide|handbook|booklet|walkthrough|readme|art ?book)\b/i],
  ['soundtrack', /\b(ost|soundtrack|music|score)\b/i],
  ['language', /\b(language|lang|languages|langpack|translation|voices?|dub|subtitles?)\b/i],
  ['update', /\b(update|upd|patch|hotfix|fix)\b/i],
  ['dlc', /\b(dlc|expansion|add-?on|season ?pass|content pack)\b/i],
  ['map', /\b(maps?|mappack|levels?|campaign)\b/i],
];

const kindsOfExtensions: [ExtraKind, readonly string[]][] = [
  ['manual', ['.pdf', '.epub', '.cbz', '.cbr', '.txt', '.md', '.rtf', '.doc', '.docx', '.odt', '.djvu']],
  ['soundtrack', ['.mp3', '.flac', '.ogg', '.opus', '.m4a', '.wav', '.aac', '.mid']],
  ['map', ['.bsp', '.scx', '.scm', '.w3x', '.wad']],
  ['update', ['.ips', '.bps', '.ups', '.ppf', '.xdelta']],
];

/** `1.2`, `v3`, `1.10.2b`. Of `1.2 to 1.3` the last one counts. */
const versions =
  /(?<![A-Za-z0-9.])(?:v(?:er(?:sion)?)?[ .]?)?(\d+(?:\.\d+)+[a-z]?\d*)(?![\d.]*\d)|(?<![A-Za-z0-9])v(\d+)\b/gi;

export function guessExtra(fileName: string, title: string): ExtraGuess {
  const extension = longestExtension(fileName, extraExtensions) ?? '';
  const base = fileName.slice(0, fileName.length - extension.length);
  // Dots between letters separate words; those in numbers belong to versions.
  const words = base.replace(/[_+]+|(?<!\d)\.|\.(?!\d)/g, ' ').replace(/(?<=[A-Za-z])-|-(?=[A-Za-z])/g, ' ');
  const found = [...words.matchAll(versions)].map((match) => match[1] ?? match[2] ?? '');
  const kind =
    kindWords.find(([, pattern]) => pattern.test(words))?.[0] ??
    kindsOfExtensions.find(([, extensions]) => extensions.includes(extension))?.[0] ??
    'other';
  return { kind, name: nameOf(words.replace(versions, ' '), title), version: found.at(-1) ?? '' };
}

function nameOf(words: string, title: string): string {
  const plain = words
    .replace(/[[\](){}]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const known = title
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
  const rest = known && plain.toLowerCase().startsWith(known) ? plain.slice(known.length) : plain;
  const name = rest
    .replace(/^[\s-]+|[\s-]+$/g, '')
    .replace(/\bto$/i, '')
    .trim();
  return (name.charAt(0).toUpperCase() + name.slice(1)).slice(0, 200);
}
