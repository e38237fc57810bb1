// The thread that watches one library folder: reports that something has changed, but not what. A scan finds that out.
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { codeOf } from '#platform/error-facts.ts';
import { isSystemName } from '../walk/entry-names.ts';
import { openFolder } from '../walk/safe-folder.ts';
import type { WatchMessage, WatchTask } from './folder-watches.service.ts';

const { path: root, excluded } = workerData as WatchTask;
/** By absolute path. */
const watchers = new Map<string, FSWatcher>();

/** Copying a large file causes thousands of events. */
const reportMs = 200;
let isReporting = false;

function post(message: WatchMessage): void {
  parentPort?.postMessage(message);
}

function report(): void {
  if (isReporting) return;
  isReporting = true;
  post('changed');
  setTimeout(() => {
    isReporting = false;
  }, reportMs);
}

/** Watches a directory and all below it. The system watches a directory, but not those in it. */
function watchTree(top: string): void {
  const waiting = [top];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    waiting.push(...watchDirectory(path));
  }
}

/** Returns the sub-directories. What vanishes in the meantime, or can't be read, is not watched. */
function watchDirectory(path: string): string[] {
  if (watchers.has(path) || excluded.includes(path)) return [];
  let folder: ReturnType<typeof openFolder> | undefined;
  try {
    folder = openFolder(path, path);
    // Through the descriptor, so that a link that appears in the meantime is not followed.
    const watcher = watch(folder.base, (event, name) => handle(path, event, name));
    watcher.on('error', () => forget(path));
    watchers.set(path, watcher);
    return readdirSync(folder.base, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !isSystemName(entry.name))
      .map((entry) => join(path, entry.name));
  } catch (error) {
    if (['ENOSPC', 'EMFILE', 'ENFILE'].includes(codeOf(error))) throw error;
    return [];
  } finally {
    folder?.close();
  }
}

function handle(folder: string, event: string, name: string | null): void {
  report();
  if (event !== 'rename' || name === null) return;
  const path = join(folder, name);
  // A directory that was moved away is still watched, and a new one of the same name is not.
  forget(path);
  tryWatching(path);
}

function forget(top: string): void {
  if (!watchers.has(top)) return;
  for (const [path, watcher] of watchers) {
    if (path !== top && !path.startsWith(`${top}/`)) continue;
    watcher.close();
    watchers.delete(path);
  }
}

function tryWatching(path: string): void {
  try {
    watchTree(path);
  } catch {
    post('limited');
  }
}

if (process.platform === 'linux') {
  tryWatching(root);
} else {
  watch(root, { recursive: true }, report);
}
post('ready');
