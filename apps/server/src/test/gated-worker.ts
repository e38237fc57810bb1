// A thread that answers only while its gate is open, and writes a file when it exits. A terminated thread would not write it.
import { writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { answerRequests } from '#platform/thread.ts';

const { path, gate } = workerData as { path: string; gate: Int32Array };
process.once('exit', () => writeFileSync(path, ''));

answerRequests((request: string) => {
  // Blocks while the gate is 0.
  Atomics.wait(gate, 0, 0);
  return request;
});
