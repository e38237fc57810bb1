// Clears away the buffers that an upload leaves behind, while that is cheap. Used where uploaded bytes pass.
//
// Node gives every 64 KiB of a body in a buffer of its own. V8 counts them as memory outside its heap and, after
// each 64 MB of them, marks the whole heap: fifteen times a second on a fast network. A collection of the young
// generation alone finds the same buffers in a fraction of a millisecond; asked for often enough, it halves the
// processor time of an upload (docs/decisions/0006-upload-writer.md).
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const BYTES_BETWEEN = 16 * 1024 * 1024;

let passed = 0;
let collect: ((options: { type: 'minor' }) => void) | undefined;

/** To be told of bytes that came in a buffer of their own and will soon be out of use. */
export function notePassingBytes(count: number): void {
  passed += count;
  if (passed < BYTES_BETWEEN) return;
  passed = 0;
  collect ??= findCollector();
  collect({ type: 'minor' });
}

/** V8 shows its collector to code that is compiled after the flag was set, so to a new context alone. */
function findCollector(): NonNullable<typeof collect> {
  setFlagsFromString('--expose-gc');
  const found = runInNewContext('typeof gc === "function" ? gc : undefined');
  setFlagsFromString('--no-expose-gc');
  return found ?? (() => {});
}
