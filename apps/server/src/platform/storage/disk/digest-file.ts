import { Worker } from 'node:worker_threads';
import { readingError } from './disk-errors.ts';

/** Returns the SHA-256 of a file in lower-case hex. @throws FileMissingError, UnreadableError, or the reason of the signal */
export function digestInWorker(path: string, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(new URL('./digest-worker.ts', import.meta.url), { workerData: { path } });
    const cancel = () => {
      reject(signal?.reason);
      void worker.terminate();
    };
    signal?.addEventListener('abort', cancel, { once: true });
    worker.once('message', resolve);
    worker.once('error', (error) => {
      reject(readingError(error));
    });
    worker.once('exit', () => {
      signal?.removeEventListener('abort', cancel);
      reject(new Error('the digest worker ended without an answer'));
    });
  });
}
