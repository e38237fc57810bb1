// One writer at a time for one chunk of one upload. Used by the uploads service.

/** A writer without a byte for this long is taken for dead: its connection broke and nobody has told us yet. */
const stalledMs = 5000;

interface Writer {
  lastByteAt: number;
  abort(): void;
  /** Resolves when the writer has let go of the file, however it ended. */
  settled: Promise<void>;
}

/** In this process only: across nodes, storage that takes whole parts makes the question moot. */
export class ChunkTurns {
  readonly #writers = new Map<string, Map<number, Writer>>();

  /**
   * Runs `write` when no other writer is at this chunk. Who comes second waits without reading its body; a first one
   * that has stalled is aborted. `write` is given a function to call for every piece that arrives.
   */
  async take<T>(
    upload: string,
    chunk: number,
    abort: () => void,
    write: (onProgress: () => void) => Promise<T>,
  ): Promise<T> {
    for (let other = this.#find(upload, chunk); other; other = this.#find(upload, chunk))
      await outlast(other);

    const { promise: settled, resolve } = Promise.withResolvers<void>();
    const writer: Writer = { lastByteAt: Date.now(), abort, settled };
    this.#add(upload, chunk, writer);
    try {
      return await write(() => {
        writer.lastByteAt = Date.now();
      });
    } finally {
      this.#remove(upload, chunk);
      resolve();
    }
  }

  /** Aborts every writer of an upload and waits until none is left. */
  async abortAll(upload: string): Promise<void> {
    const writers = [...(this.#writers.get(upload)?.values() ?? [])];
    for (const writer of writers) writer.abort();
    await Promise.all(writers.map(({ settled }) => settled));
  }

  #find(upload: string, chunk: number): Writer | undefined {
    return this.#writers.get(upload)?.get(chunk);
  }

  #add(upload: string, chunk: number, writer: Writer): void {
    const writers = this.#writers.get(upload) ?? new Map<number, Writer>();
    this.#writers.set(upload, writers.set(chunk, writer));
  }

  #remove(upload: string, chunk: number): void {
    const writers = this.#writers.get(upload);
    writers?.delete(chunk);
    if (writers?.size === 0) this.#writers.delete(upload);
  }
}

async function outlast(writer: Writer): Promise<void> {
  const timer = setInterval(() => {
    if (Date.now() - writer.lastByteAt > stalledMs) writer.abort();
  }, stalledMs / 5);
  await writer.settled.finally(() => clearInterval(timer));
}
