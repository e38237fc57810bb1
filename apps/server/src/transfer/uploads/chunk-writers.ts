// Lets only one request at a time write a chunk of an upload, within this process.

/** A request that has received no bytes for this long is aborted, because its connection is probably dead. */
const stalledMs = 5000;

interface Writer {
  /** By `performance.now()`, which does not jump when the clock is set. */
  lastByteAt: number;
  abort(): void;
  /** Resolves when the writer no longer uses the file, whether it succeeded or failed. */
  ended: Promise<void>;
}

export class ChunkWriters {
  readonly #writers = new Map<string, Map<number, Writer>>();

  /**
   * Runs `write` once no other request is writing this chunk. A later request waits without reading its body; an earlier one that
   * has stalled is aborted. `write` must call `onProgress` for every piece of data that arrives.
   */
  async run<T>(
    upload: string,
    chunk: number,
    abort: () => void,
    write: (onProgress: () => void) => Promise<T>,
  ): Promise<T> {
    for (let other = this.#find(upload, chunk); other; other = this.#find(upload, chunk)) {
      await waitOrAbort(other);
    }
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const writer: Writer = { lastByteAt: performance.now(), abort, ended };
    this.#add(upload, chunk, writer);
    try {
      return await write(() => {
        writer.lastByteAt = performance.now();
      });
    } finally {
      this.#remove(upload, chunk);
      resolve();
    }
  }

  /** Aborts every writer of an upload, and waits until all have ended. */
  async abortAll(upload: string): Promise<void> {
    const writers = [...(this.#writers.get(upload)?.values() ?? [])];
    for (const writer of writers) writer.abort();
    await Promise.all(writers.map(({ ended }) => ended));
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

async function waitOrAbort(writer: Writer): Promise<void> {
  const timer = setInterval(() => {
    if (performance.now() - writer.lastByteAt > stalledMs) writer.abort();
  }, stalledMs / 5);
  await writer.ended.finally(() => clearInterval(timer));
}
