// Reading from an S3 store that fails. What a store does otherwise is in s3-storage.s3.test.ts.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '#platform/tokens.ts';
import { StorageUnavailableError } from '../storage.ts';
import { openFile, signedUrl } from './s3-files.ts';
import { S3Store } from './s3-store.ts';

const config = {
  kind: 's3',
  bucket: 'b',
  prefix: '',
  region: 'r',
  pathStyle: true,
  endpoint: undefined,
  publicEndpoint: undefined,
  credentials: undefined,
} as const;
const facts = { disposition: 'attachment', contentType: 'application/zip', seconds: 60 };
const MiB = 1024 * 1024;

/** A store that answers what a file is, and then breaks every connection. */
async function brokenStore(onBreak: () => void): Promise<S3Store> {
  const server = createServer((request, response) => {
    if (request.method === 'HEAD') return response.setHeader('content-length', 2 * MiB).end();
    request.socket.destroy();
    return onBreak();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const credentials = { accessKeyId: 'a', secretAccessKey: 's' };
  const store = new S3Store({ ...config, endpoint: `http://127.0.0.1:${port}`, credentials });
  onTestFinished(() => {
    store.close();
    server.close();
  });
  return store;
}

it('ends with the reason of its signal while it waits for another try', async () => {
  const ending = new AbortController();
  const gone = new Error('the member has gone');
  // A moment later, so that the reader is already waiting.
  const store = await brokenStore(() => setTimeout(() => ending.abort(gone), 100));
  const file = await openFile(store, 'files', newId());
  const reading = file.stream({ start: 0, end: file.size - 1 }, ending.signal);
  await expect(reading[Symbol.asyncIterator]().next()).rejects.toBe(gone);
});

it('reports that credentials are gone as a storage that does not work', async () => {
  const store = new S3Store(config);
  onTestFinished(() => store.close());
  // Otherwise the SDK asks for them in the network.
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(signedUrl(store, newId(), facts)).rejects.toThrow(StorageUnavailableError);
});
