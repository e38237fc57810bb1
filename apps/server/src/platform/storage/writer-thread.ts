// The server's side of the writer thread: started with the first write, ended when there was none for a while.
// Used by write-stream-at. One thread for the process: the chunks of an upload go into one file, whose lock lets
// one writer in anyway. Why a thread of its own: docs/decisions/0006-upload-writer.md.
import { Worker } from 'node:worker_threads';
import type { WriterAnswer, WriterRequest } from './writer-messages.ts';

export interface FileWriter {
  /** Gives the number of bytes written: all. Pieces that may be taken are empty afterwards. */
  write(pieces: Buffer[], position: number): Promise<number>;
  /** SHA-256 of everything written so far, lower-case hex. */
  digest(): Promise<string>;
  /** To be called at the end in any case. */
  close(): void;
}

const idleMs = 10_000;

type Asked = WriterRequest extends infer Request
  ? Request extends unknown
    ? Omit<Request, 'id'>
    : never
  : never;
type Waiting = PromiseWithResolvers<number | string>;

let thread: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;
let lastId = 0;
/** Threads that died by themselves, and took the digests they had begun with them. */
let deaths = 0;
let openDigests = 0;
const waiting = new Map<number, Waiting>();

/** A writer into an open file, which must stay open until the last of its promises has settled. */
export function createFileWriter(
  fd: number,
  { withDigest, mayTakeBuffers }: { withDigest: boolean; mayTakeBuffers: boolean },
): FileWriter {
  lastId += 1;
  const digestOf = lastId;
  let begunAfter: number | undefined;
  const endDigest = () => {
    if (begunAfter !== undefined) openDigests -= 1;
    begunAfter = undefined;
  };
  return {
    async write(pieces, position) {
      if (withDigest && begunAfter === undefined) {
        begunAfter = deaths;
        openDigests += 1;
      }
      const buffers = pieces.map((piece) => memoryOf(piece, mayTakeBuffers));
      const request = { kind: 'write', fd, position, buffers, ...(withDigest ? { digestOf } : {}) } as const;
      return (await ask(request, buffers)) as number;
    },
    async digest() {
      if (begunAfter !== undefined && begunAfter !== deaths) throw new Error('the writer thread ended');
      endDigest();
      return (await ask({ kind: 'digest', digestOf })) as string;
    },
    close() {
      if (begunAfter === undefined) return;
      endDigest();
      ask({ kind: 'drop', digestOf }).catch(() => {});
    },
  };
}

/** What shares its memory with other buffers is copied in any case: moving it would take theirs away too. */
function memoryOf(piece: Buffer, mayTake: boolean): ArrayBuffer {
  const memory = piece.buffer as ArrayBuffer;
  if (mayTake && piece.byteLength === memory.byteLength) return memory;
  return memory.slice(piece.byteOffset, piece.byteOffset + piece.byteLength);
}

function ask(request: Asked, transfer: ArrayBuffer[] = []): Promise<number | string> {
  thread ??= startThread();
  clearTimeout(idleTimer);
  thread.ref();
  lastId += 1;
  const answer: Waiting = Promise.withResolvers();
  thread.postMessage({ ...request, id: lastId }, transfer);
  waiting.set(lastId, answer);
  return answer.promise;
}

function startThread(): Worker {
  const started = new Worker(new URL('./writer-worker.ts', import.meta.url));
  started.on('message', (answer: WriterAnswer) => {
    settle(answer);
    if (waiting.size > 0) return;
    started.unref();
    clearTimeout(idleTimer);
    // A slow sender's digest is in there, however long the next piece takes.
    if (openDigests > 0) return;
    idleTimer = setTimeout(() => void stopThread(started), idleMs).unref();
  });
  started.on('error', (error) => failAll(started, error as Error));
  started.on('exit', () => failAll(started, new Error('the writer thread ended')));
  return started;
}

function settle(answer: WriterAnswer): void {
  const asked = waiting.get(answer.id);
  waiting.delete(answer.id);
  if ('value' in answer) asked?.resolve(answer.value);
  else asked?.reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }));
}

async function stopThread(idle: Worker): Promise<void> {
  if (thread === idle) thread = undefined;
  await idle.terminate();
}

/** The next write starts a new thread. */
function failAll(dead: Worker, error: Error): void {
  if (thread !== dead) return;
  thread = undefined;
  deaths += 1;
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}
