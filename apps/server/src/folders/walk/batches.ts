// Sends what a scan finds to the server in batches, in the thread of the scan. The thread sleeps until the last batch was taken.
import { parentPort } from 'node:worker_threads';
import type { ScanMessage } from './scan-messages.ts';

const batchSize = 500;
/** The longest time without a message while a scan goes on. */
const aliveMs = 1000;
/** The clock is read once for this many entries. */
const entriesPerLook = 64;

export interface Batches {
  /** Call it after each record. */
  added(count: number): void;
  /** Call it often. Sends what there is if the last message was long ago. */
  alive(): void;
  sendFinal(): void;
}

/** `take` returns what has been found since the last call. */
export function createBatches<T>(
  taken: Int32Array<SharedArrayBuffer>,
  take: (isFinal: boolean) => T,
): Batches {
  let [sent, looks, lastMs] = [0, 0, performance.now()];

  function send(isFinal: boolean): void {
    // Another thread counts up. The value to wait for is always the last but one.
    if (sent > 0) Atomics.wait(taken, 0, sent - 1);
    post<T>({ value: take(isFinal), isFinal });
    sent += 1;
    lastMs = performance.now();
  }

  return {
    added: (count) => {
      if (count >= batchSize) send(false);
    },
    alive() {
      looks += 1;
      if (looks % entriesPerLook === 0 && performance.now() - lastMs > aliveMs) send(false);
    },
    sendFinal: () => send(true),
  };
}

export function post<T>(message: ScanMessage<T>): void {
  parentPort?.postMessage(message);
}
