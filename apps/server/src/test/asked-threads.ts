import { Worker } from 'node:worker_threads';
import { onTestFinished, vi } from 'vitest';

/** Returns a function that counts what worker threads have been asked since the last call: requests with this key. */
export function countAsked(key: string): () => number {
  const asking = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => asking.mockRestore());
  return () => {
    const requests = asking.mock.calls.map(([{ request }]) => request);
    asking.mockClear();
    return requests.filter((request) => key in request).length;
  };
}
