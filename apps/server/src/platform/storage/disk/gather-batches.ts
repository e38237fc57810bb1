// Gathers the pieces of a stream into batches that are large enough to write, while the previous batch is being written.
// Listens to 'data' events: iterating over the stream would copy all waiting pieces into a new buffer each time, and a pipe
// would write every 64 KiB separately.
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

export interface Batches {
  /** Returns a batch of at least the requested size, then a smaller last one, then undefined. @throws the error of the stream */
  next(): Promise<Buffer[] | undefined>;
}

/** Calls `onPiece` for each piece. If it throws, the stream ends with its error. Pauses the stream while a full batch waits. */
export function gatherBatches(body: Readable, bytes: number, onPiece: (piece: Buffer) => void): Batches {
  let batch: Buffer[] = [];
  let gathered = 0;
  let isOver = false;
  let failure: unknown;
  let wakeReader: (() => void) | undefined;

  body.on('data', (piece: Buffer) => {
    try {
      onPiece(piece);
    } catch (error) {
      body.destroy(error as Error);
      return;
    }
    batch.push(piece);
    gathered += piece.length;
    if (gathered < bytes) return;
    if (wakeReader) wakeReader();
    else body.pause();
  });
  finished(body, { writable: false })
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => {
      isOver = true;
      wakeReader?.();
    });

  return {
    async next() {
      if (gathered < bytes && !isOver) {
        await new Promise<void>((resolve) => {
          wakeReader = resolve;
        });
        wakeReader = undefined;
      }
      if (failure !== undefined) throw failure;
      if (gathered === 0) return undefined;
      const full = batch;
      batch = [];
      gathered = 0;
      body.resume();
      return full;
    },
  };
}
