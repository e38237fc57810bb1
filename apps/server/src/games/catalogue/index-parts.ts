// What the index consists of, as arrays of bytes and numbers that can be written to a file and read again.

/** JSON is stored as its bytes. */
export type Part = Uint8Array | Uint32Array | Float64Array;

export function jsonPart(value: unknown): Part {
  return Buffer.from(JSON.stringify(value));
}

/** Returns parts in the order in which they were written. */
export class SavedParts {
  readonly #parts: readonly ArrayBuffer[];
  #next = 0;

  constructor(parts: readonly ArrayBuffer[]) {
    this.#parts = parts;
  }

  numbers<Numbers extends Part>(kind: new (buffer: ArrayBuffer) => Numbers): Numbers {
    return new kind(this.#take());
  }

  bytes(): Buffer {
    return Buffer.from(this.#take());
  }

  json<Value>(): Value {
    return JSON.parse(this.bytes().toString());
  }

  /** @throws Error after the last part */
  #take(): ArrayBuffer {
    const part = this.#parts[this.#next];
    if (!part) throw new Error('a part is missing');
    this.#next += 1;
    return part;
  }
}

// Stores one short text for each row as UTF-8, outside the JavaScript heap, so that any number of texts costs the garbage
// collector nothing.

/** Each text is in one block. A text longer than this has a block of its own. */
const blockBits = 20;
const blockBytes = 2 ** blockBits;
const offsetMask = blockBytes - 1;

export class Texts {
  readonly #blocks: Buffer[] = [];
  /** The used bytes of the last block. */
  #used = 0;
  /** The number of the block in the upper bits, and the offset within the block in the lower bits. */
  #starts = new Uint32Array(0);
  #lengths = new Uint32Array(0);
  #rows = 0;

  /** Adds the text of the next row. */
  push(text: string): void {
    const length = Buffer.byteLength(text);
    const block = this.#blockFor(length);
    block.write(text, this.#used);
    const start = (this.#blocks.length - 1) * blockBytes + this.#used;
    this.#starts = withValue(this.#starts, this.#rows, start);
    this.#lengths = withValue(this.#lengths, this.#rows, length);
    this.#used += length;
    this.#rows += 1;
  }

  #blockFor(length: number): Buffer {
    const last = this.#blocks.at(-1);
    // Never fills a block completely, so that an empty text at its end still has an offset within it.
    if (last && this.#used + length < last.length) return last;
    // Filled with zeros, because blocks are also written to a file.
    const block = Buffer.alloc(Math.max(blockBytes, length));
    this.#blocks.push(block);
    this.#used = 0;
    return block;
  }

  parts(): Part[] {
    const [last, ...others] = this.#blocks.toReversed();
    const used = last ? [...others.reverse(), last.subarray(0, this.#used)] : [];
    const columns = [this.#starts.subarray(0, this.#rows), this.#lengths.subarray(0, this.#rows)];
    return [...columns, jsonPart(used.length), ...used];
  }

  /** Call this on a new object. */
  restore(parts: SavedParts): void {
    this.#starts = parts.numbers(Uint32Array);
    this.#lengths = parts.numbers(Uint32Array);
    this.#rows = this.#starts.length;
    const blocks = parts.json<number>();
    for (let block = 0; block < blocks; block += 1) this.#blocks.push(parts.bytes());
    this.#used = this.#blocks.at(-1)?.length ?? 0;
  }

  /** Returns the block with the text of a row: `lengthOf` bytes from `startOf`. Must not be written to. */
  blockOf(row: number): Buffer {
    return this.#blocks[(this.#starts[row] as number) >>> blockBits] as Buffer;
  }

  textOf(row: number): string {
    const start = this.startOf(row);
    return this.blockOf(row).toString('utf8', start, start + this.lengthOf(row));
  }

  startOf(row: number): number {
    return (this.#starts[row] as number) & offsetMask;
  }

  lengthOf(row: number): number {
    return this.#lengths[row] as number;
  }

  /** Compares bytes, as both databases do. */
  compare(a: number, b: number): number {
    const [bytes, start, length] = [this.blockOf(b), this.startOf(b), this.lengthOf(b)];
    return this.compareTo(a, bytes, start, length);
  }

  compareTo(row: number, bytes: Buffer, start = 0, length = bytes.length): number {
    const own = this.blockOf(row);
    const ownStart = this.startOf(row);
    const ownLength = this.lengthOf(row);
    const shared = Math.min(ownLength, length);
    for (let at = 0; at < shared; at += 1) {
      const difference = (own[ownStart + at] as number) - (bytes[start + at] as number);
      if (difference !== 0) return difference;
    }
    return ownLength - length;
  }

  includes(row: number, part: Buffer): boolean {
    if (part.length === 0) return true;
    const bytes = this.blockOf(row);
    const start = this.startOf(row);
    const last = start + this.lengthOf(row) - part.length;
    const [first, length] = [part[0], part.length];
    for (let at = start; at <= last; at += 1) {
      if (bytes[at] !== first) continue;
      let same = 1;
      while (same < length && bytes[at + same] === part[same]) same += 1;
      if (same >= length) return true;
    }
    return false;
  }

  /** Returns the first byte as a character, or an empty string for an empty text. */
  firstOf(row: number): string {
    const start = this.startOf(row);
    return this.blockOf(row).toString('latin1', start, start + Math.min(1, this.lengthOf(row)));
  }
}

/** Sets a value and returns the column, or a copy of twice the length if the column was full. */
export function withValue<Column extends Uint8Array | Uint32Array | Float64Array>(
  column: Column,
  row: number,
  value: number,
): Column {
  let result = column;
  if (row >= column.length) {
    result = new (column.constructor as new (length: number) => Column)(Math.max(1024, 2 * row));
    result.set(column);
  }
  result[row] = value;
  return result;
}
