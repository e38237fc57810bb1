// A thread that sends one batch and then hangs in a system call until someone writes to its pipe, like a thread that waits for a
// share that does not answer. Nothing but the end of the call can end such a thread.
import { openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { ScanRequest } from '#folders/walk/walk-folder.ts';

parentPort?.once('message', ({ task }: ScanRequest) => {
  // Opened for writing too, or it would already wait here for a writer.
  const pipe = openSync(task.folder.path, 'r+');
  parentPort?.postMessage({ value: 'before it hangs', isFinal: false });
  readSync(pipe, Buffer.alloc(1));
});
