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
