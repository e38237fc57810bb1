// A worker thread that does blocking work on open files (writer-worker.ts): started with the first request, ended when it
// has had none for a while. Used by writer-thread.ts and flush-file.ts, each of which has one of its own.
import { Worker } from 'node:worker_threads';
import type { WriterAnswer, WriterRequest } from './writer-messages.ts';

export interface FileThread {
  /** The file must stay open until this settles. */
  ask(request: Asked, transfer?: ArrayBuffer[]): Promise<number | string>;
  /** How many of its threads have died unexpectedly; each took the digests begun in it along. */
  deaths(): number;
}

type Asked = WriterRequest extends infer Request
  ? Request extends unknown
    ? Omit<Request, 'id'>
    : never
  : never;

const idleMs = 10_000;

/** `mayEnd` says whether an idle thread holds nothing that is still needed. */
export function createFileThread(mayEnd = () => true): FileThread {
  let thread: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let deaths = 0;
  const waiting = new Map<number, PromiseWithResolvers<number | string>>();

  function start(): Worker {
    const started = new Worker(new URL('./writer-worker.ts', import.meta.url));
    started.on('message', (answer: WriterAnswer) => {
      settle(answer);
      if (waiting.size > 0) return;
      started.unref();
      clearTimeout(idleTimer);
      if (mayEnd()) idleTimer = setTimeout(() => void stop(started), idleMs).unref();
    });
    started.on('error', (error) => failAll(started, error as Error));
    started.on('exit', () => failAll(started, new Error('the file thread ended')));
    return started;
  }

  function settle(answer: WriterAnswer): void {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('value' in answer) asked?.resolve(answer.value);
    else asked?.reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }));
  }

  async function stop(idle: Worker): Promise<void> {
    if (thread === idle) thread = undefined;
    await idle.terminate();
  }

  /** The next request starts a new thread. */
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
