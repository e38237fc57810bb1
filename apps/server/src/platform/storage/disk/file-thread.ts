// Runs blocking work on open files in a worker thread (writer-worker.ts). Writing, copying, hashing and flushing have separate threads.
import { createThread, type Thread } from '#platform/thread.ts';
import type { WriterRequest } from './writer-messages.ts';

/** Files must stay open until the answer. */
export type FileThread = Thread<WriterRequest, number | string>;

/** A whole file is copied or hashed by requests of this size, between which it can be canceled and others have their turn. */
export const pieceBytes = 32 * 1024 * 1024;
const idleMs = 10_000;

/** `mayEnd` returns true if an idle thread has no state that is still needed. */
export function createFileThread(mayEnd = () => true): FileThread {
  return createThread({
    name: 'file',
    worker: new URL('./writer-worker.ts', import.meta.url),
    idleMs,
    mayEnd,
  });
}
