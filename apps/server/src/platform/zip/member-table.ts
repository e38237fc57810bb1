// The members of a ZIP in typed arrays and large buffers, because there may be a million of them: 30 bytes for each, and its path.
import { crc32 as checksum } from 'node:zlib';
import { createYielder } from '#platform/event-loop.ts';
import {
  encodePath,
  isNamedExecutable,
  isProgramOfApp,
  MemberNameError,
  nameForWindows,
  nameInArchive,
} from './member-names.ts';

/** A file, a symbolic link, or an empty folder, inside a ZIP. */
export interface ZipMember {
  /** Relative, with `/` between its parts. The path of an empty folder ends with `/`. */
  path: string;
  /** Bytes. 0 for a folder, ignored for a link. */
  size: number;
  modifiedAt: Date;
  /** Null until it has been computed. Ignored for folders and links. */
  crc32: number | null;
  /** Null or omitted: only the name tells, by the rule of the first version. */
  isExecutable?: boolean | null;
  /** Where a link leads. */
  target?: string | null;
}

const [plain, executable, unknown] = [0, 1, 2];

/** As large as the longest path, and enough for all paths of most archives. */
const blockBytes = 64 * 1024;

export class MemberTable {
  readonly count: number;
  readonly sizes: Float64Array;
  /** Milliseconds since 1970. */
  readonly modified: Float64Array;
  readonly #crc32s: Uint32Array;
  readonly #hasCrc32: Uint8Array;
  /** `plain`, `executable` or `unknown`. */
  readonly #programs: Uint8Array;
  #fileCount = 0;
  #programCount = 0;
  /** The targets of links. */
  readonly #targets = new Map<number, Buffer>();
  /** A path starts in this block of `#blocks`, at this position of the block. */
  readonly #pathBlocks: Uint32Array;
  readonly #pathStarts: Uint16Array;
  readonly #pathLengths: Uint16Array;
  /** No path continues in another block. Unlike a growing buffer, blocks are never copied. */
  readonly #blocks: Buffer[] = [];
  /** The number of bytes in the last block. */
  #used = blockBytes;
  /** Milliseconds since 1970. */
  lastModified = 0;
  /** The members whose names inside the archive differ from their paths. */
  readonly #renamed = new Set<number>();
  #withoutCrc32 = 0;

  constructor(count: number) {
    this.count = count;
    this.sizes = new Float64Array(count);
    this.modified = new Float64Array(count);
    this.#crc32s = new Uint32Array(count);
    this.#hasCrc32 = new Uint8Array(count);
    this.#programs = new Uint8Array(count);
    this.#pathBlocks = new Uint32Array(count);
    this.#pathStarts = new Uint16Array(count);
    this.#pathLengths = new Uint16Array(count);
  }

  /** The members must be sorted by the bytes of their paths. @throws MemberNameError */
  static async read(
    members: Iterable<ZipMember> | AsyncIterable<ZipMember>,
    count: number,
  ): Promise<MemberTable> {
    const yieldIfDue = createYielder();
    const table = new MemberTable(count);
    let index = 0;
    for await (const member of members) {
      if (index === count) throw new RangeError(`more than the announced ${count} members`);
      table.#add(index, member);
      index += 1;
      await yieldIfDue();
    }
    if (index < count) throw new RangeError(`${index} members instead of the announced ${count}`);
    await table.#requireOwnNames();
    return table;
  }

  get isComplete(): boolean {
    return this.#withoutCrc32 === 0;
  }

  /** Bytes that this table keeps in memory. */
  get memoryBytes(): number {
    return 30 * this.count + this.#blocks.length * blockBytes;
  }

  path(index: number): string {
    return this.#pathBytes(index).toString();
  }

  /** Returns the UTF-8 bytes of the name inside the archive. */
  name(index: number): Uint8Array {
    const path = this.#pathBytes(index);
    return this.#renamed.has(index) ? this.#rename(index, path) : path;
  }

  /** The first version kept what only Windows refuses. */
  #rename(index: number, path: Uint8Array): Uint8Array {
    return this.#programs[index] === unknown ? nameInArchive(path) : nameForWindows(path);
  }

  nameLength(index: number): number {
    return this.#pathLengths[index] as number;
  }

  /** Returns the bytes of a link's target; undefined for files and folders. */
  target(index: number): Buffer | undefined {
    return this.#targets.get(index);
  }

  /** Of some file systems, all files are executable. That says nothing, so the names decide. */
  isExecutable(index: number): boolean {
    const program = this.#programs[index];
    const name = this.name(index);
    if (program === unknown) return isNamedExecutable(name);
    const isSaid = program === executable && this.#programCount < this.#fileCount;
    return isSaid || isNamedExecutable(name) || isProgramOfApp(name);
  }

  crc32(index: number): number | null {
    return this.#hasCrc32[index] ? (this.#crc32s[index] as number) : null;
  }

  setCrc32(index: number, crc32: number): void {
    if (!this.#hasCrc32[index]) this.#withoutCrc32 -= 1;
    this.#crc32s[index] = crc32;
    this.#hasCrc32[index] = 1;
  }

  #pathBytes(index: number): Buffer {
    const block = this.#blocks[this.#pathBlocks[index] as number] as Buffer;
    const start = this.#pathStarts[index] as number;
    return block.subarray(start, start + this.nameLength(index));
  }

  #add(index: number, { path, modifiedAt, crc32, isExecutable = null, target, ...member }: ZipMember): void {
    const bytes = encodePath(path);
    const link = typeof target === 'string' ? Buffer.from(target) : undefined;
    const size = link?.length ?? member.size;
    if (!Number.isSafeInteger(size) || size < 0 || (size > 0 && path.endsWith('/'))) {
      throw new RangeError(`${JSON.stringify(path)} can't have ${size} bytes`);
    }
    const order = index === 0 ? 1 : bytes.compare(this.#pathBytes(index - 1));
    if (order === 0) throw new MemberNameError(path, 'duplicate');
    if (order < 0) throw new RangeError(`${JSON.stringify(path)} is not in the order of its bytes`);
    this.#append(index, bytes);
    this.#programs[index] = isExecutable === null ? unknown : isExecutable ? executable : plain;
    if (this.#rename(index, bytes) !== bytes) this.#renamed.add(index);
    this.sizes[index] = size;
    this.modified[index] = modifiedAt.getTime();
    this.lastModified = Math.max(this.lastModified, modifiedAt.getTime());
    this.#withoutCrc32 += 1;
    if (path.endsWith('/')) this.setCrc32(index, 0);
    else if (link) this.#addLink(index, link);
    else this.#addFile(index, crc32);
  }

  #addLink(index: number, target: Buffer): void {
    this.#targets.set(index, target);
    this.setCrc32(index, checksum(target));
  }

  #addFile(index: number, crc32: number | null): void {
    this.#fileCount += 1;
    if (this.#programs[index] === executable) this.#programCount += 1;
    if (crc32 !== null) this.setCrc32(index, crc32);
  }

  #append(index: number, path: Buffer): void {
    if (this.#used + path.length > blockBytes) {
      this.#blocks.push(Buffer.allocUnsafeSlow(blockBytes));
      this.#used = 0;
    }
    this.#blocks.at(-1)?.set(path, this.#used);
    this.#pathBlocks[index] = this.#blocks.length - 1;
    this.#pathStarts[index] = this.#used;
    this.#pathLengths[index] = path.length;
    this.#used += path.length;
  }

  /** @throws MemberNameError if two members have the same name inside the archive */
  async #requireOwnNames(): Promise<void> {
    const yieldIfDue = createYielder();
    const names = new Set<string>();
    for (const index of this.#renamed) {
      const bytes = this.name(index);
      const name = Buffer.from(bytes).toString();
      if (names.has(name) || this.#hasPath(bytes)) throw new MemberNameError(this.path(index), 'duplicate');
      names.add(name);
      await yieldIfDue();
    }
  }

  #hasPath(path: Uint8Array): boolean {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#pathBytes(middle).compare(path);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return false;
  }
}
