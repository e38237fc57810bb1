// Runs blocking work on open files in a worker thread (writer-worker.ts). The thread starts with the first request and ends
// after 10 seconds without requests. Writing, copying, hashing and flushing have separate threads.
import { Worker } from 'node:worker_threads';
import type { WriterAnswer, WriterRequest } from './writer-messages.ts';

export interface FileThread {
  /** The file must stay open until the promise has settled. */
  ask(request: RequestWithoutId, transfer?: ArrayBuffer[]): Promise<number | string>;
  /** The number of threads that ended unexpectedly. The digests in progress were lost with those threads. */
  deaths(): number;
}

type RequestWithoutId = WriterRequest extends infer Request
  ? Request extends unknown
    ? Omit<Request, 'id'>
    : never
  : never;

/** A whole file is copied or hashed by requests of this size, between which it can be canceled and others have their turn. */
export const pieceBytes = 32 * 1024 * 1024;
const idleMs = 10_000;

/** `mayEnd` returns true if an idle thread has no state that is still needed. */
export function createFileThread(mayEnd = () => true): FileThread {
  let thread: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let deaths = 0;
  const waiting = new Map<number, PromiseWithResolvers<number | string>>();

  function start(): Worker {
    const started = new Worker(new URL('./writer-worker.ts', import.meta.url));
    started.on('message', (answer: WriterAnswer) => {
      finishRequest(answer);
      if (waiting.size > 0) return;
      started.unref();
      clearTimeout(idleTimer);
      if (mayEnd()) idleTimer = setTimeout(() => void stop(started), idleMs).unref();
    });
    started.on('error', (error) => failAll(started, error as Error));
    started.on('exit', () => failAll(started, new Error('the file thread ended')));
    return started;
  }

  function finishRequest(answer: WriterAnswer): void {
    const request = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('value' in answer) {
      request?.resolve(answer.value);
      return;
    }
    const { message, ...facts } = answer.error;
    request?.reject(Object.assign(new Error(message), facts));
  }

  async function stop(idle: Worker): Promise<void> {
    if (thread === idle) thread = undefined;
    await idle.terminate();
  }

  /** Rejects all waiting requests. The next request starts a new thread. */
  function failAll(dead: Worker, error: Error): void {
    if (thread !== dead) return;
    thread = undefined;
    deaths += 1;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return {
    deaths: () => deaths,
    ask(request, transfer = []) {
      thread ??= start();
      clearTimeout(idleTimer);
      thread.ref();
      lastId += 1;
      const answer = Promise.withResolvers<number | string>();
      thread.postMessage({ ...request, id: lastId }, transfer);
      waiting.set(lastId, answer);
      return answer.promise;
    },
  };
}
