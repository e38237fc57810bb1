import { Worker } from 'node:worker_threads';
import { onTestFinished, vi } from 'vitest';

/** Returns a function that counts what worker threads have been asked since the last call: requests with this key. */
export function countAsked(key: string): () => number {
  const asking = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => asking.mockRestore());
  return () => {
    const messages = asking.mock.calls.map(([message]) => message);
    asking.mockClear();
    // A thread that is asked to exit gets a message without a request.
    return messages.filter(({ request }) => request !== undefined && key in request).length;
  };
}
