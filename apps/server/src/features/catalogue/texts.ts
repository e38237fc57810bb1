// Many short texts outside the JavaScript heap, one for each row, as UTF-8. Used by the index: V8's garbage collector never
// looks at them, however many there are.

/** A text is in one block as a whole; a block of its own if it is longer than this. */
const blockBits = 20;
const blockBytes = 2 ** blockBits;
const placeInBlock = blockBytes - 1;

export class Texts {
  readonly #blocks: Buffer[] = [];
  /** Bytes taken of the last block. */
  #taken = 0;
  /** The number of the block in the upper bits, the place in it in the lower ones. */
  #starts = new Uint32Array(0);
  #lengths = new Uint32Array(0);
  #rows = 0;

  /** Adds the text of the next row. */
  push(text: string): void {
    const length = Buffer.byteLength(text);
    const block = this.#blockFor(length);
    block.write(text, this.#taken);
    const start = (this.#blocks.length - 1) * blockBytes + this.#taken;
    this.#starts = withValue(this.#starts, this.#rows, start);
    this.#lengths = withValue(this.#lengths, this.#rows, length);
    this.#taken += length;
    this.#rows += 1;
  }

  #blockFor(length: number): Buffer {
    const last = this.#blocks.at(-1);
    // Never to its last byte: an empty text has a place in its block too.
    if (last && this.#taken + length < last.length) return last;
    const block = Buffer.allocUnsafeSlow(Math.max(blockBytes, length));
    this.#blocks.push(block);
    this.#taken = 0;
    return block;
  }

  /** The bytes among which the row's text is, from `startOf` on, `lengthOf` many. Not to be written to. */
  blockOf(row: number): Buffer {
    return this.#blocks[(this.#starts[row] as number) >>> blockBits] as Buffer;
  }

  startOf(row: number): number {
    return (this.#starts[row] as number) & placeInBlock;
  }

  lengthOf(row: number): number {
    return this.#lengths[row] as number;
  }

  /** By their bytes, as both databases compare text. */
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
    return length === 0;
  }

  /** The first byte as a character; nothing of an empty text. */
  firstOf(row: number): string {
    const start = this.startOf(row);
    return this.blockOf(row).toString('latin1', start, start + Math.min(1, this.lengthOf(row)));
  }
}

/** The column with this value in this row: the same one, or a copy twice as long when it was full. */
export function withValue<Column extends Uint8Array | Uint32Array | Float64Array>(
  column: Column,
  row: number,
  value: number,
): Column {
  let roomy = column;
  if (row >= column.length) {
    roomy = new (column.constructor as new (length: number) => Column)(Math.max(1024, 2 * row));
    roomy.set(column);
  }
  roomy[row] = value;
  return roomy;
}
