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
