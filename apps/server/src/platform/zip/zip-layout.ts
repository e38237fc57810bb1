// Where every byte of a ZIP is, before any of it exists (docs/decisions/0018-zip-downloads.md). Members are stored without
// compression: first each local header with its data, then the central directory, then the end records. The bytes depend only on
// the members' paths, sizes and checksums, on the targets of links, and on what is executable.
import { createYielder } from '#platform/event-loop.ts';
import { MemberTable, type ZipMember } from './member-table.ts';
import {
  type CentralDirectory,
  centralRecord,
  centralRecordLength,
  endRecords,
  endRecordsLength,
  executableMode,
  fileMode,
  folderMode,
  linkMode,
  localHeader,
  localHeaderLength,
  type MemberRecord,
} from './zip-records.ts';

type ZipRecord = { kind: 'header' | 'central'; index: number } | { kind: 'end' };

/** A part of the archive, from `start` to before `end`. */
export type ZipPart = { start: number; end: number } & (ZipRecord | { kind: 'data'; index: number });

/**
 * Returns the layout of a ZIP. The members must be sorted by the bytes of their paths. `count` is their number.
 * @throws MemberNameError
 */
export async function createZipLayout(
  members: Iterable<ZipMember> | AsyncIterable<ZipMember>,
  count: number,
): Promise<ZipLayout> {
  const table = await MemberTable.read(members, count);
  const starts = new Float64Array(count + 1);
  const centralStarts = new Float64Array(count + 1);
  const yieldIfDue = createYielder();
  let [position, centralLength] = [0, 0];
  for (let index = 0; index < count; index += 1) {
    const [nameLength, size] = [table.nameLength(index), table.sizes[index] as number];
    starts[index] = position;
    centralStarts[index] = centralLength;
    centralLength += centralRecordLength(nameLength, size, position);
    position += localHeaderLength(nameLength, size) + size;
    await yieldIfDue();
  }
  starts[count] = position;
  centralStarts[count] = centralLength;
  return new ZipLayout(table, starts, centralStarts);
}

export class ZipLayout {
  readonly #table: MemberTable;
  /** The position of each local header, and of the central directory. */
  readonly #starts: Float64Array;
  /** The position of each central record within the central directory, and the length of the directory. */
  readonly #centralStarts: Float64Array;
  readonly #directory: CentralDirectory;

  constructor(table: MemberTable, starts: Float64Array, centralStarts: Float64Array) {
    this.#table = table;
    this.#starts = starts;
    this.#centralStarts = centralStarts;
    const { count } = table;
    this.#directory = {
      count,
      offset: starts[count] as number,
      length: centralStarts[count] as number,
    };
  }

  /** The number of members. */
  get count(): number {
    return this.#table.count;
  }

  /** The length of the archive in bytes. Does not depend on checksums. */
  get size(): number {
    return this.#directory.offset + this.#directory.length + endRecordsLength(this.#directory);
  }

  /** The date of the member that was modified last. */
  get lastModified(): Date {
    return new Date(this.#table.lastModified);
  }

  /** Bytes that the layout keeps in memory. */
  get memoryBytes(): number {
    return this.#table.memoryBytes + this.#starts.byteLength + this.#centralStarts.byteLength;
  }

  /** True if all checksums are known, so that all bytes are. */
  get isComplete(): boolean {
    return this.#table.isComplete;
  }

  /** The path of a member as it was given, which may differ from its name inside the archive. */
  path(index: number): string {
    return this.#table.path(index);
  }

  /** False for folders and links, which have nothing to be read. */
  isFile(index: number): boolean {
    return this.#table.target(index) === undefined && !this.path(index).endsWith('/');
  }

  /** The bytes of a member's file: 0 for a link, whose target is part of its header. */
  memberSize(index: number): number {
    return this.#table.target(index) ? 0 : (this.#table.sizes[index] as number);
  }

  modifiedAt(index: number): Date {
    return new Date(this.#table.modified[index] as number);
  }

  crc32(index: number): number | null {
    return this.#table.crc32(index);
  }

  setCrc32(index: number, crc32: number): void {
    this.#table.setCrc32(index, crc32);
  }

  /** Returns the part that contains the byte at this position. @throws RangeError past the end */
  locate(position: number): ZipPart {
    if (position < 0 || position >= this.size) throw new RangeError(`no byte ${position} of ${this.size}`);
    const { offset, length } = this.#directory;
    if (position >= offset + length) return { kind: 'end', start: offset + length, end: this.size };
    if (position >= offset) {
      const index = lastUpTo(this.#centralStarts, position - offset);
      const [start, end] = [this.#centralStarts[index] as number, this.#centralStarts[index + 1] as number];
      return { kind: 'central', index, start: offset + start, end: offset + end };
    }
    const index = lastUpTo(this.#starts, position);
    const [start, data] = [this.#starts[index] as number, this.dataStart(index)];
    if (position < data) return { kind: 'header', index, start, end: data };
    return { kind: 'data', index, start: data, end: data + this.memberSize(index) };
  }

  /** Returns the position of the first byte of a member's data. */
  dataStart(index: number): number {
    const header = localHeaderLength(this.#table.nameLength(index), this.memberSize(index));
    return (this.#starts[index] as number) + header + (this.#table.target(index)?.length ?? 0);
  }

  /** The position after the last member's data. */
  get centralStart(): number {
    return this.#directory.offset;
  }

  /** Returns the bytes of a part that is not a member's data. */
  record(part: ZipRecord): Buffer {
    if (part.kind === 'end') return endRecords(this.#directory);
    const facts = this.#facts(part.index);
    return part.kind === 'header' ? localHeader(facts) : centralRecord(facts);
  }

  #facts(index: number): MemberRecord {
    const crc32 = this.crc32(index);
    if (crc32 === null) throw new Error(`the checksum of ${JSON.stringify(this.path(index))} is unknown`);
    const [size, offset] = [this.#table.sizes[index] as number, this.#starts[index] as number];
    const [name, target] = [this.#table.name(index), this.#table.target(index)];
    return { name, size, crc32, offset, mode: this.#mode(index), target };
  }

  #mode(index: number): number {
    if (this.isFile(index)) return this.#table.isExecutable(index) ? executableMode : fileMode;
    return this.#table.target(index) ? linkMode : folderMode;
  }
}

/** Returns the index of the last of the ascending `values` that is not greater than `limit`. */
function lastUpTo(values: Float64Array, limit: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((values[middle] as number) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
