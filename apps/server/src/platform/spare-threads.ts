// Keeps a thread that has done its work for the next work of the same kind. Starting a thread takes longer than most looks at a
// directory. Each work has a thread to itself, because it may hang in a system call.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

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
