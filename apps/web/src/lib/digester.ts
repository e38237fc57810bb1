// Computes SHA-256 digests of blobs in a single, reused worker.
import { networkError } from './api-error.ts';
import type { DigestReply, DigestRequest } from './digest-worker.ts';

/** The part of a Worker that is used here. */
export interface DigestWorker {
  onmessage: ((event: MessageEvent<DigestReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  postMessage(request: DigestRequest): void;
  terminate(): void;
}

interface Job extends DigestRequest {
  resolve(digest: string): void;
  reject(reason: unknown): void;
  removeAbortListener?: () => void;
}

const startWorker = (): DigestWorker =>
  new Worker(new URL('./digest-worker.ts', import.meta.url), { type: 'module' }) as DigestWorker;

/** Processes one blob at a time, so that memory does not grow with the number of waiting blobs. */
export class Digester {
  #start: () => DigestWorker;
  #worker: DigestWorker | undefined;
  #waiting: Job[] = [];
  #running: Job | undefined;
  #nextId = 1;

  constructor(start: () => DigestWorker = startWorker) {
    this.#start = start;
  }

  /**
   * Returns the digest as lowercase hex. Rejects with the signal's reason, with ApiError if the worker can't be loaded, or with an
   * error that has the name of the one that reading the blob has thrown.
   */
  digest = (blob: Blob, signal?: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const job: Job = { id: this.#nextId++, blob, resolve, reject };
      // A running job finishes in the worker within a second, so only its result is discarded.
      const onAbort = () => {
        this.#waiting = this.#waiting.filter((other) => other !== job);
        reject(signal?.reason);
      };
      job.removeAbortListener = () => signal?.removeEventListener('abort', onAbort);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(job);
      this.#next();
    });

  #next(): void {
    if (this.#running) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#running = job;
    try {
      this.#worker ??= this.#listen(this.#start());
      this.#worker.postMessage({ id: job.id, blob: job.blob });
    } catch (error) {
      this.#crash(error);
    }
  }

  /** Ends the worker. Call this when no digest is awaited any more. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#running = undefined;
  }

  #listen(worker: DigestWorker): DigestWorker {
    worker.onmessage = ({ data }) => {
      const job = this.#running;
      if (job?.id !== data.id) return;
      this.#running = undefined;
      job.removeAbortListener?.();
      if ('digest' in data) job.resolve(data.digest);
      else job.reject(Object.assign(new Error(data.message), { name: data.errorName }));
      this.#next();
    };
    worker.onerror = (event) => this.#crash(causeOf(event));
    worker.onmessageerror = () => this.#crash(new Error('The message of the worker was lost'));
    return worker;
  }

  /** Rejects the running job, and starts a new worker for the next one. */
  #crash(error: unknown): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const job = this.#running;
    this.#running = undefined;
    job?.removeAbortListener?.();
    job?.reject(error);
    this.#next();
  }
}

/**
 * A worker whose script could not be loaded gets an event without a message (HTML section 10.2.6.3). Then the server is
 * unreachable, and the work can continue later.
 */
function causeOf({ message }: Partial<ErrorEvent>): Error {
  return message === undefined ? networkError() : new Error(message);
}
