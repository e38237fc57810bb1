// A worker thread that answers requests. It starts with the first request, and ends after a while without
// requests.

import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';

export interface Thread<Request, Answer> {
  /** What is transferred can no longer be used here. @throws the error of the worker, with its code; Error if the thread ends */
  ask(request: Request, transfer?: ArrayBuffer[]): Promise<Answer>;
  /** The number of threads that ended unexpectedly. What they kept in memory was lost. */
  deaths(): number;
  /** Waits for the request that is being answered, and rejects all others. */
  stop(): Promise<void>;
}

interface Options {
  /** For errors: “the … thread”. */
  name: string;
  /** A module that calls `answerRequests`. */
  worker: URL;
  /** The worker's `workerData`. */
  data?: object;
  idleMs: number;
  /** Returns true if an idle thread has no state that is still needed. */
  mayEnd?(): boolean;
}

interface Message<Request> {
  id: number;
  request: Request;
}

/** The message that asks a thread to exit. */
const exit = 'exit';

interface SharedState {
  /** 1 once the thread is stopped: it then skips the requests that wait. */
  stopping: Int32Array;
}

/** An Error object would lose its code in the message. `syscall` tells errors of reading from those of writing. */
type Reply<Answer> =
  | { id: number; answer: Answer }
  | { id: number; error: { message: string; code: string | undefined; syscall: string | undefined } };

export function createThread<Request, Answer>({
  name,
  worker,
  data,
  idleMs,
  mayEnd = () => true,
}: Options): Thread<Request, Answer> {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let thread: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let deaths = 0;
  const shared: SharedState = { stopping: new Int32Array(new SharedArrayBuffer(4)) };
  const isStopping = () => shared.stopping[0] === 1;

  function start(): Worker {
    const started = new Worker(worker, { workerData: { ...data, ...shared } });
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
    await letExit(idle);
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
      Atomics.store(shared.stopping, 0, 1);
      if (thread) await letExit(thread);
    },
  };
}

/**
 * Asks a thread to exit, and waits until it has. `terminate()` aborts the whole process if it interrupts SQLite, or its driver while it
 * loads (better-sqlite3 issue 1507).
 */
function letExit(thread: Worker): Promise<void> {
  return new Promise((resolve) => {
    thread.once('exit', () => resolve());
    // Keeps the process running until then.
    thread.ref();
    thread.postMessage(exit);
  });
}

/** The worker's side. `handle` may block. */
export function answerRequests<Request, Answer>(
  handle: (request: Request) => Answer | Promise<Answer>,
): void {
  const { stopping } = workerData as SharedState;
  parentPort?.on('message', async (message: Message<Request> | typeof exit) => {
    if (message === exit || stopping[0] === 1) return parentPort?.close();
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

// Keeps a thread that has done its work for the next work of the same kind. Starting a thread takes longer than most looks at a
// directory. Each work has a thread to itself, because it may hang in a system call.

const spareForMs = 10_000;
/** At most one thread for each worker, by the worker's address. */
const spares = new Map<string, { thread: Worker; ending: NodeJS.Timeout }>();

/** `started`: resolves when it runs, which takes seconds on a busy machine. */
export function takeThread({ href }: URL): { thread: Worker; started: Promise<unknown> } {
  const spare = spares.get(href);
  if (!spare) {
    const thread = new Worker(new URL(href));
    // If it fails instead, the listeners of its work learn of that.
    return { thread, started: once(thread, 'online').catch(() => undefined) };
  }
  spares.delete(href);
  clearTimeout(spare.ending);
  removeListeners(spare.thread);
  spare.thread.ref();
  return { thread: spare.thread, started: Promise.resolve() };
}

/** Call it only if the thread has answered and waits for the next message. */
export function giveThread({ href }: URL, thread: Worker): void {
  removeListeners(thread);
  if (spares.has(href)) {
    endThread(thread);
    return;
  }
  const ending = setTimeout(() => {
    spares.delete(href);
    endThread(thread);
  }, spareForMs).unref();
  spares.set(href, { thread, ending });
  thread.unref();
  // It ends after an error.
  thread.on('error', () => {});
  thread.on('exit', () => {
    if (spares.get(href)?.thread === thread) spares.delete(href);
  });
}

export function endThread(thread: Worker): void {
  thread.unref();
  // Not awaited: a thread that hangs in a system call ends only when the call returns.
  void thread.terminate();
}

/** Without naming the events, Node's own listeners would be removed too. */
function removeListeners(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
}
