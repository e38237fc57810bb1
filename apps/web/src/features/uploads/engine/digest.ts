// SHA-256 of chunks in one worker, reused; handed to the upload engine as `digest`. Made once in app/.
import type { DigestReply, DigestRequest } from './digest-worker.ts';
import { readFailure, UploadError } from './upload-error.ts';

/** What is used of a Worker. */
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
  settled?: () => void;
}

const startWorker = (): DigestWorker =>
  new Worker(new URL('./digest-worker.ts', import.meta.url), { type: 'module' }) as DigestWorker;

/** Blobs are done one after another, so that the memory used does not grow with what is waiting. */
export class Digester {
  #start: () => DigestWorker;
  #worker: DigestWorker | undefined;
  #waiting: Job[] = [];
  #running: Job | undefined;
  #nextId = 1;

  constructor(start: () => DigestWorker = startWorker) {
    this.#start = start;
  }

  /** Lower-case hex. Throws UploadError, or the signal's reason. */
  digest = (blob: Blob, signal?: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const job: Job = { id: this.#nextId++, blob, resolve, reject };
      // A running one is left to end in the worker (a second at most); only its result is not awaited any more.
      const onAbort = () => {
        this.#waiting = this.#waiting.filter((other) => other !== job);
        reject(signal?.reason);
      };
      job.settled = () => signal?.removeEventListener('abort', onAbort);
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

  #listen(worker: DigestWorker): DigestWorker {
    worker.onmessage = ({ data }) => {
      const job = this.#running;
      if (job?.id !== data.id) return;
      this.#running = undefined;
      job.settled?.();
      if ('digest' in data) job.resolve(data.digest);
      else job.reject(failureOf(data.errorName, data.message));
      this.#next();
    };
    worker.onerror = (event) => this.#crash(event.message);
    worker.onmessageerror = () => this.#crash('message lost');
    return worker;
  }

  /** The worker is gone: its job fails at once, the next one gets a new worker. */
  #crash(cause: unknown): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const job = this.#running;
    this.#running = undefined;
    job?.settled?.();
    job?.reject(new UploadError('digest_failed', cause));
    this.#next();
  }
}

function failureOf(name: string, message: string): unknown {
  const error = Object.assign(new Error(message), { name });
  const failure = readFailure(error);
  return failure === error ? new UploadError('digest_failed', error) : failure;
}
