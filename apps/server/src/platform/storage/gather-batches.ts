// Gathers the pieces of a stream into batches worth a write, while the batch before is being written.
// Used by write-stream-at. It listens to 'data': iterating over the stream would join all pieces that wait into
// one new buffer each time, and a pipe would hand every 64 KiB to the disk on its own.
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

export interface Batches {
  /** The next batch: at least the size asked for, unless it is the last; undefined after that. @throws the stream's error */
  take(): Promise<Buffer[] | undefined>;
}

/** `onPiece` sees each piece first; what it throws ends the stream. The stream is held back while a batch waits. */
export function gatherBatches(body: Readable, bytes: number, onPiece: (piece: Buffer) => void): Batches {
  let batch: Buffer[] = [];
  let gathered = 0;
  let isOver = false;
  let failure: unknown;
  let wakeTaker: (() => void) | undefined;

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
    if (wakeTaker) wakeTaker();
    else body.pause();
  });
  finished(body, { writable: false })
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => {
      isOver = true;
      wakeTaker?.();
    });

  return {
    async take() {
      if (gathered < bytes && !isOver) {
        await new Promise<void>((resolve) => {
          wakeTaker = resolve;
        });
        wakeTaker = undefined;
      }
      if (failure !== undefined) throw failure;
      if (gathered === 0) return undefined;
      const taken = batch;
      batch = [];
      gathered = 0;
      body.resume();
      return taken;
    },
  };
}
