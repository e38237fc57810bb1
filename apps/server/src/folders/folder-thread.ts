// Looks at directories that may be on a disk or share that does not answer. No two looks share a thread at the same time, so that
// neither the event loop, nor the threads that read other files, nor looks at other directories wait for it.
import { endThread, giveThread, takeThread } from '#platform/thread.ts';
import { FolderNotRespondingError } from './walk/scan-types.ts';

/** `path` is absolute and, except for `inspect`, without symbolic links. */
export type FolderLook =
  | { kind: 'inspect' | 'list' | 'state'; path: string }
  | { kind: 'present'; path: string; entries: readonly Entry[] }
  | { kind: 'samples'; path: string; items: readonly (readonly string[])[] };

/** An entry below a library folder. */
export interface Entry {
  path: string;
  isFolder: boolean;
}

export interface Inspection {
  /** Without symbolic links. */
  path: string;
  isFolder: boolean;
  /** Device and inode of the entry and of every directory above it. */
  identities: string[];
}

export interface FolderListing {
  /** The sub-folders, sorted, at most 1,000. Without hidden ones. */
  names: string[];
  isComplete: boolean;
}

export interface FolderState {
  isEmpty: boolean;
  /** The type of the file system, as statfs(2) returns it. */
  fileSystem: number;
}

export interface Sample {
  /** In lower-case hex. */
  sha256: string;
  /** Bytes of all files. */
  size: number;
}

/** `alive`: the look goes on, and a part of it was answered. */
export type FolderAnswer =
  | 'alive'
  | { value: Inspection | FolderListing | FolderState | (Sample | undefined)[] | boolean[] }
  | { error: { message: string; code: string } };

export interface FolderInspector {
  /** Resolves the symbolic links of a path. */
  inspect(path: string): Promise<Inspection>;
  list(path: string): Promise<FolderListing>;
  state(path: string): Promise<FolderState>;
  /** Returns for each entry below a folder whether it is there. */
  present(path: string, entries: readonly Entry[]): Promise<boolean[]>;
  /** Reads the beginning, the middle and the end of each file of some items. Undefined: an item can't be read. */
  samples(path: string, items: readonly (readonly string[])[]): Promise<(Sample | undefined)[]>;
}

/** Pages wait for most looks. */
const answerWithinMs = 5000;
/** A disk that was switched off to save energy needs up to 20 seconds to start. */
export const samplesWithinMs = 30_000;

/** All functions throw FolderNotRespondingError if there is no answer, or no sign of life, in time, and errors with the `code` of the system. `worker` is replaced by a test. */
export function createFolderInspector(
  limits = { answerWithinMs, samplesWithinMs },
  worker = new URL('./folder-worker.ts', import.meta.url),
): FolderInspector {
  /** Paths whose thread has not ended. They are not looked at again, so that a dead share does not collect threads. */
  const waiting = new Set<string>();

  async function ask(look: FolderLook, withinMs = limits.answerWithinMs): Promise<unknown> {
    const key = `${look.kind} ${look.path}`;
    if (waiting.has(key)) throw tooLate();
    const { thread, started } = takeThread(worker);
    const answered = Promise.withResolvers<Exclude<FolderAnswer, 'alive'>>();
    thread.on('message', (message: FolderAnswer) => {
      if (message === 'alive') timer?.refresh();
      else answered.resolve(message);
    });
    thread.on('error', answered.reject);
    thread.on('exit', () => {
      waiting.delete(key);
      answered.reject(new Error('the thread ended without an answer'));
    });
    let timer: NodeJS.Timeout | undefined;
    let isAnswered = false;
    const giveUp = () => {
      if (isAnswered) return;
      waiting.add(key);
      answered.reject(tooLate());
    };
    try {
      thread.postMessage(look);
      // The time until the thread runs does not count, nor the time in which this process could not hear the answer.
      void started.then(() => {
        if (!isAnswered) timer = setTimeout(() => setImmediate(giveUp), withinMs);
      });
      const answer = await answered.promise.finally(() => {
        isAnswered = true;
      });
      giveThread(worker, thread);
      if ('value' in answer) return answer.value;
      throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
    } catch (error) {
      if (error instanceof FolderNotRespondingError) endThread(thread);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    inspect: (path) => ask({ kind: 'inspect', path }) as Promise<Inspection>,
    list: (path) => ask({ kind: 'list', path }) as Promise<FolderListing>,
    state: (path) => ask({ kind: 'state', path }) as Promise<FolderState>,
    present: (path, entries) => ask({ kind: 'present', path, entries }) as Promise<boolean[]>,
    samples: (path, items) =>
      ask({ kind: 'samples', path, items }, limits.samplesWithinMs) as Promise<(Sample | undefined)[]>,
  };
}

function tooLate(): FolderNotRespondingError {
  return new FolderNotRespondingError('the file system has not answered in time');
}
