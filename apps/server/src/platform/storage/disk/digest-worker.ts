// A worker thread that reads one file and posts its SHA-256 in lower-case hex.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const { path } = workerData as { path: string };
const file = openSync(path, 'r');
const buffer = Buffer.allocUnsafeSlow(1024 * 1024);
const hash = createHash('sha256');
for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer))
  hash.update(buffer.subarray(0, read));
closeSync(file);
parentPort?.postMessage(hash.digest('hex'));
