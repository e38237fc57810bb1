// Finds the games in a library folder, and the files of one game. Only names, sizes and times are read, never the content.

import { withinMs } from '#platform/call-limits.ts';
import { endThread, giveThread, takeThread } from '#platform/thread.ts';
import {
  FolderNotRespondingError,
  FolderUnavailableError,
  type FoundItem,
  type ItemKind,
  ItemMissingError,
  type MemberBatch,
  type ScannedFolder,
  type WalkBatch,
  type WalkRules,
} from './scan-types.ts';

/**
 * Throws FolderUnavailableError, FolderNotRespondingError and `signal.reason`. What was found before an error is valid, but
 * what was not found may still exist.
 */
export function walkFolder(
  folder: ScannedFolder,
  rules: WalkRules,
  signal: AbortSignal,
): AsyncIterable<WalkBatch> {
  return runScan<WalkBatch>(
    { kind: 'walk', folder, rules },
    { answerWithinMs: rules.answerWithinMs, signal },
  );
}

/** Lists the files of an item, for its ZIP download. Throws ItemMissingError, and what `walkFolder` throws. */
export function listMembers(
  folder: ScannedFolder,
  item: Pick<FoundItem, 'path' | 'kind'>,
  rules: WalkRules,
  signal: AbortSignal,
): AsyncIterable<MemberBatch> {
  const task = { kind: 'members', folder, rules, path: item.path, itemKind: item.kind } as const;
  return runScan<MemberBatch>(task, { answerWithinMs: rules.answerWithinMs, signal });
}

// Runs a scan in a thread of its own, which may block on a share that does not answer: neither the event loop nor the few
// threads that serve all other files wait with it. The thread waits until its last message was taken before it sends another.

interface Options {
  /** The longest time to wait for a message, in milliseconds. */
  answerWithinMs: number;
  signal: AbortSignal;
  /** Replaced by a test of a thread that hangs. */
  worker?: URL;
}

const scanWorker = new URL('./scan-worker.ts', import.meta.url);

/** Throws `signal.reason`, FolderNotRespondingError, and the errors of the task. */
export async function* runScan<T>(
  task: ScanTask,
  { answerWithinMs, signal, worker = scanWorker }: Options,
): AsyncGenerator<T, void> {
  signal.throwIfAborted();
  const taken = new Int32Array(new SharedArrayBuffer(4));
  const { thread, started } = takeThread(worker);
  let isIdle = false;
  let next = nextMessage<T>();
  thread.on('message', (message: ScanMessage<T>) => next.resolve(message));
  thread.on('error', (error) => next.reject(error));
  thread.on('exit', () => next.reject(new Error('the thread of a scan ended')));
  const abort = () => next.reject(signal.reason);
  const late = () =>
    new FolderNotRespondingError(`the file system has not answered for ${answerWithinMs} ms`);
  signal.addEventListener('abort', abort);
  thread.postMessage({ task, taken } satisfies ScanRequest);
  try {
    // The time until the thread runs does not count.
    await Promise.race([started, next.promise]);
    for (;;) {
      const message = await withinMs(answerWithinMs, next.promise, late);
      isIdle = 'failure' in message || message.isFinal;
      if ('failure' in message) throw failureOf(message.failure);
      yield message.value;
      if (message.isFinal) return;
      signal.throwIfAborted();
      next = nextMessage<T>();
      Atomics.add(taken, 0, 1);
      Atomics.notify(taken, 0);
    }
  } finally {
    signal.removeEventListener('abort', abort);
    if (isIdle) giveThread(worker, thread);
    else endThread(thread);
  }
}

function nextMessage<T>(): PromiseWithResolvers<ScanMessage<T>> {
  const next = Promise.withResolvers<ScanMessage<T>>();
  // It may be rejected while the consumer is busy.
  next.promise.catch(() => {});
  return next;
}

function failureOf(failure: Extract<ScanMessage<unknown>, { failure: unknown }>['failure']): Error {
  if (failure.kind === 'folder') return new FolderUnavailableError(failure.reason, failure.message);
  return new ItemMissingError(failure.message);
}

// The messages between the server and the thread of a scan.

export type ScanTask =
  | { kind: 'walk'; folder: ScannedFolder; rules: WalkRules }
  | { kind: 'members'; folder: ScannedFolder; rules: WalkRules; path: string; itemKind: ItemKind };

/** `taken`: the number of messages that the server has processed. */
export interface ScanRequest {
  task: ScanTask;
  taken: Int32Array<SharedArrayBuffer>;
}

export type ScanMessage<T> =
  | { value: T; isFinal: boolean }
  | {
      failure:
        | { kind: 'folder'; reason: FolderUnavailableError['reason']; message: string }
        | { kind: 'item'; message: string };
    };
