// Digests pieces of files in a worker, one at a time.
import { networkError } from '#lib/api-error.ts';
import type { HashReply } from './hash-worker.ts';
import { fileFailure, VerifyError } from './verify-error.ts';

export interface Hasher {
  /** Returns the SHA-256 in lower-case hex. Call this again only after the answer. @throws VerifyError, ApiError */
  digest(piece: Blob): Promise<string>;
  close(): void;
}

export function createHasher(): Hasher {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  let answer: PromiseWithResolvers<string> | undefined;
  worker.onmessage = ({ data }: MessageEvent<HashReply>) => {
    if ('digest' in data) answer?.resolve(data.digest);
    else answer?.reject(fileFailure(data.errorName, data.message));
  };
  // A worker whose script could not be loaded gets an event without a message (HTML section 10.2.6.3).
  worker.onerror = ({ message }: Partial<ErrorEvent>) =>
    answer?.reject(message === undefined ? networkError() : new VerifyError('failed', message));
  return {
    digest(piece) {
      answer = Promise.withResolvers();
      worker.postMessage(piece);
      return answer.promise;
    },
    close() {
      worker.terminate();
      answer?.reject(new VerifyError('failed', 'the worker was closed'));
    },
  };
}
