// The names of members inside a ZIP. They come from a disk, where nearly every byte is allowed.
import { crc32 } from 'node:zlib';
import { createYielder } from '#platform/event-loop.ts';

/** A ZIP has 16 bits for the length of a name. */
const maxNameBytes = 0xffff;
const [backslash, colon, underscore, deleteCode] = [0x5c, 0x3a, 0x5f, 0x7f];

/**
 * - `invalid`: empty, absolute, or with an empty, `.` or `..` part, which no scan of a folder can find
 * - `not_utf8`: contains half of a surrogate pair
 * - `too_long`: more than 65,535 bytes
 * - `duplicate`: has the same name inside the archive as another member
 */
export type MemberNameProblem = 'invalid' | 'not_utf8' | 'too_long' | 'duplicate';

/** The member cannot be part of a ZIP under this path. */
export class MemberNameError extends Error {
  readonly path: string;
  readonly problem: MemberNameProblem;

  constructor(path: string, problem: MemberNameProblem) {
    super(`the path ${JSON.stringify(path)} can't be a name in a ZIP: ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}

/** Returns the UTF-8 bytes of a member's path. A folder ends with `/`. @throws MemberNameError */
export function encodePath(path: string): Buffer {
  if (!path.isWellFormed()) throw new MemberNameError(path, 'not_utf8');
  if (/^$|^\/|\/\/|(^|\/)\.\.?(\/|$)/.test(path)) throw new MemberNameError(path, 'invalid');
  const bytes = Buffer.from(path);
  if (bytes.length > maxNameBytes) throw new MemberNameError(path, 'too_long');
  return bytes;
}

/**
 * Returns the name inside the archive: the path with `_` in place of characters that some unpackers understand differently
 * (`\` as `/`, `C:` as a drive) or refuse (control characters). Returns the same bytes if there are none.
 */
export function nameInArchive(path: Uint8Array): Uint8Array {
  let name = path;
  for (let index = 0; index < path.length; index += 1) {
    const byte = path[index] as number;
    const isDrive = byte === colon && index === 1 && isLetter(path[0] as number);
    if (byte >= 0x20 && byte !== backslash && byte !== deleteCode && !isDrive) continue;
    if (name === path) name = new Uint8Array(path);
    name[index] = underscore;
  }
  return name;
}

/** Windows has no files of these names, whatever their extension. */
const device = /(?<=^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?= *(?:[./]|$))/gi;

/**
 * Like `nameInArchive`, also with `_` in place of every `:` and of the last letter of a name that belongs to a device on Windows
 * (“Naming Files, Paths, and Namespaces”), where the archive could not be unpacked.
 */
export function nameForWindows(path: Uint8Array): Uint8Array {
  const name = textOf(nameInArchive(path));
  const safe = name.replaceAll(':', '_').replace(device, (found) => `${found.slice(0, -1)}_`);
  return safe === textOf(path) ? path : Buffer.from(safe, 'latin1');
}

function isLetter(byte: number): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

/** Whether a name is that of a program on Unix. The modes of files on a share say nothing: often all are executable. */
export function isNamedExecutable(name: Uint8Array): boolean {
  return /\.(sh|bash|run|appimage|command|x86|x86_64|x64|arm64|aarch64)$/i.test(textOf(name).slice(-10));
}

/** True for the programs of a Mac application (Bundle Programming Guide, “Anatomy of macOS Application Bundles”). */
export function isProgramOfApp(name: Uint8Array): boolean {
  return /\.app\/Contents\/MacOS\/[^/]+$/i.test(textOf(name));
}

function textOf(name: Uint8Array): string {
  return Buffer.from(name.buffer, name.byteOffset, name.byteLength).toString('latin1');
}

/**
 * Returns groups of paths that differ only in upper and lower case: Windows and macOS keep one file of each group. Keeps at most
 * 16 bytes per path in memory.
 */
export async function findCaseConflicts(
  count: number,
  pathOf: (index: number) => string,
): Promise<string[][]> {
  const yieldIfDue = createYielder();
  const seen = new HashTable(count);
  const repeated = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    const hash = caselessHash(pathOf(index));
    if (!seen.add(hash)) repeated.add(hash);
    await yieldIfDue();
  }
  const groups = new Map<string, string[]>();
  // Different paths may have the same hash, so the paths themselves are compared.
  for (let index = 0; index < count && repeated.size > 0; index += 1) {
    const path = pathOf(index);
    if (repeated.has(caselessHash(path))) {
      const group = groups.get(path.toLowerCase());
      if (group) group.push(path);
      else groups.set(path.toLowerCase(), [path]);
    }
    await yieldIfDue();
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Not 0, which marks a free place in the table. */
function caselessHash(path: string): number {
  return crc32(path.toLowerCase()) || 1;
}

/** A set of 32-bit numbers of a known size: unlike a `Set`, it never blocks the event loop to grow. */
class HashTable {
  readonly #places: Uint32Array;

  constructor(count: number) {
    this.#places = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 1)));
  }

  /** Returns false if the table already contains the hash. */
  add(hash: number): boolean {
    const last = this.#places.length - 1;
    for (let at = hash & last; ; at = (at + 1) & last) {
      if (this.#places[at] === hash) return false;
      if (this.#places[at] !== 0) continue;
      this.#places[at] = hash;
      return true;
    }
  }
}
