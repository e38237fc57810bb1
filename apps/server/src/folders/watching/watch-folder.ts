// Watches a library folder by the events of the system, in a thread of its own.
import { Worker } from 'node:worker_threads';

export interface WatchTask {
  /** Absolute, without links. */
  path: string;
  /** Directories that are not watched. */
  excluded: readonly string[];
}

/** `limited`: the system permits no more watches, so not everything is watched. */
export type WatchMessage = 'ready' | 'changed' | 'limited';

export interface FolderWatch {
  close(): void;
}

interface Events {
  onReady(): void;
  /** Called some times per second while something changes. */
  onChange(): void;
  /** The folder is not watched, or not all of it. */
  onFailure(reason: string): void;
}

export function watchFolder(task: WatchTask, { onReady, onChange, onFailure }: Events): FolderWatch {
  const thread = new Worker(new URL('./watch-worker.ts', import.meta.url), { workerData: task });
  thread.unref();
  let isClosed = false;
  thread.on('message', (message: WatchMessage) => {
    if (isClosed) return;
    if (message === 'ready') onReady();
    else if (message === 'changed') onChange();
    else onFailure('the system permits no more watches');
  });
  thread.on('error', (error) => {
    if (!isClosed) onFailure(error instanceof Error ? error.message : String(error));
  });
  return {
    close() {
      isClosed = true;
      void thread.terminate();
    },
  };
}
