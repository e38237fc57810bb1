// A thread that writes a file when it ends by itself. One that is terminated does not get to it.
import { writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { answerRequests } from '#platform/thread.ts';

const { path } = workerData as { path: string };
process.once('exit', () => writeFileSync(path, ''));

answerRequests((request: string) => request);
