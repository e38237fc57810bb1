// Flushes files and folders to the disk in a thread of its own. A slow disk keeps a flush waiting for seconds: in Node's own
// file threads a few of them would hold up every download, and in the writer's thread every upload.
import { createFileThread } from './file-thread.ts';

const flusher = createFileThread();

/** `fd` is an open file or folder, and must stay open until this settles. `dataOnly` leaves out its times and rights. */
export async function flushFile(fd: number, { dataOnly = false } = {}): Promise<void> {
  await flusher.ask({ kind: 'flush', fd, dataOnly });
}
