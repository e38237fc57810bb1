// SHA-256 of a whole file, computed by a thread of its own. Used by disk-storage.
import { Worker } from 'node:worker_threads';
import { FileMissingError } from './storage.ts';

/** Lower-case hex. @throws FileMissingError, and the signal's reason when it is given up */
export function digestInWorker(path: string, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(new URL('./digest-worker.ts', import.meta.url), { workerData: { path } });
    const giveUp = () => {
      reject(signal?.reason);
      void worker.terminate();
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ENOENT' ? new FileMissingError('the stored file is missing') : error);
    });
    worker.once('exit', () => {
      signal?.removeEventListener('abort', giveUp);
      reject(new Error('the digest worker ended without an answer'));
    });
  });
}
