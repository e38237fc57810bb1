// A worker thread that reads one file of an S3 store and posts its digests, or that the file is missing.
import { parentPort, workerData } from 'node:worker_threads';
import { FileMissingError, UnreadableError } from '../storage.ts';
import type { S3Config } from './s3-address.ts';
import { hashFile } from './s3-files.ts';
import { S3Store } from './s3-store.ts';

export interface DigestWorkerData {
  config: S3Config;
  key: string;
  /** Omitted: the pieces are not digested. */
  pieceLength?: number;
}

const { config, key, pieceLength } = workerData as DigestWorkerData;
const store = new S3Store(config);
try {
  parentPort?.postMessage({ digests: await hashFile(store, key, { pieceLength }) });
} catch (error) {
  const { message } = error as Error;
  const isMissing = error instanceof FileMissingError;
  parentPort?.postMessage({ message, isMissing, isUnreadable: error instanceof UnreadableError });
} finally {
  store.close();
}
