// A worker thread that answers requests. It starts with the first request, and ends after a while without
// requests.
import { parentPort, Worker } from 'node:worker_threads';

export interface Thread<Request, Answer> {
  /** What is transferred can no longer be used here. @throws the error of the worker, with its code; Error if the thread ends */
  ask(request: Request, transfer?: ArrayBuffer[]): Promise<Answer>;
  /** The number of threads that ended unexpectedly. What they kept in memory was lost. */
  deaths(): number;
  /** Waits for the request that is being answered. All others are rejected. */
  stop(): Promise<void>;
}

interface Options {
  /** For errors: “the … thread”. */
  name: string;
  /** A module that calls `answerRequests`. */
  worker: URL;
  workerData?: unknown;
  idleMs: number;
  /** Returns true if an idle thread has no state that is still needed. */
  mayEnd?(): boolean;
}

interface Message<Request> {
  id: number;
  request: Request;
}

/** The last message to a thread. */
const end = 'end';

/** An Error object would lose its code in the message. `syscall` tells errors of reading from those of writing. */
type Reply<Answer> =
  | { id: number; answer: Answer }
  | { id: number; error: { message: string; code: string | undefined; syscall: string | undefined } };

export function createThread<Request, Answer>({
  name,
  worker,
  workerData,
  idleMs,
  mayEnd = () => true,
}: Options): Thread<Request, Answer> {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let thread: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let deaths = 0;
  /** 1 from `stop` on. Shared with the thread, which then drops the requests that wait. */
  const stopping = new Int32Array(new SharedArrayBuffer(4));
  const isStopping = () => stopping[0] === 1;

  function start(): Worker {
    const started = new Worker(worker, { workerData });
    started.postMessage(stopping);
    started.on('message', (reply: Reply<Answer>) => {
      settle(reply);
      if (waiting.size > 0 || isStopping()) return;
      started.unref();
      clearTimeout(idleTimer);
      if (mayEnd()) idleTimer = setTimeout(() => void endIdle(started), idleMs).unref();
    });
    started.on('error', (error) => failAll(started, error as Error));
    started.on('exit', () => failAll(started, new Error(`the ${name} thread ended`)));
    return started;
  }

  function settle(reply: Reply<Answer>): void {
    const request = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('answer' in reply) {
      request?.resolve(reply.answer);
      return;
    }
    const { message, ...facts } = reply.error;
    request?.reject(Object.assign(new Error(message), facts));
  }

  async function endIdle(idle: Worker): Promise<void> {
    if (thread === idle) thread = undefined;
    await endThread(idle);
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
      if (isStopping()) return Promise.reject(new Error(`the ${name} thread ended`));
      thread ??= start();
      clearTimeout(idleTimer);
      thread.ref();
      lastId += 1;
      const answer = Promise.withResolvers<Answer>();
      const message: Message<Request> = { id: lastId, request };
      thread.postMessage(message, transfer);
      // Only now, because a request that can't be sent has no answer.
      waiting.set(lastId, answer);
      return answer.promise;
    },
    async stop() {
      clearTimeout(idleTimer);
      Atomics.store(stopping, 0, 1);
      if (thread) await endThread(thread);
    },
  };
}

/**
 * Waits until the thread has ended by itself. `terminate()` aborts the whole process if it interrupts SQLite or the loading of its driver
 * (better-sqlite3 issue 1507).
 */
function endThread(thread: Worker): Promise<void> {
  return new Promise((resolve) => {
    thread.once('exit', () => resolve());
    // The process must not end before.
    thread.ref();
    thread.postMessage(end);
  });
}

/** The worker's side. `handle` may block. */
export function answerRequests<Request, Answer>(
  handle: (request: Request) => Answer | Promise<Answer>,
): void {
  let stopping: Int32Array | undefined;
  parentPort?.on('message', async (message: Message<Request> | Int32Array | typeof end) => {
    if (message instanceof Int32Array) {
      stopping = message;
      return;
    }
    if (message === end || stopping?.[0] === 1) return parentPort?.close();
    const { id, request } = message;
    parentPort?.postMessage(await reply(id, () => handle(request)));
  });
}

async function reply<Answer>(id: number, handle: () => Answer | Promise<Answer>): Promise<Reply<Answer>> {
  try {
    return { id, answer: await handle() };
  } catch (error) {
    const { message, code, syscall } = error as NodeJS.ErrnoException;
    return { id, error: { message, code, syscall } };
  }
}
