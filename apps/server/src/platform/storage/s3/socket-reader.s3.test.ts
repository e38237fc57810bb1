// Large ranges are read over sockets of their own, also through TLS and from stores whose answers only the SDK understands.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/tokens.ts';
import { createBucket, endpoint, openStoreFront, type StoreFront, type TestBucket } from '#test/s3-store.ts';
import { createSelfSigned } from '#test/self-signed.ts';
import { readStored } from '#test/traces.ts';
import { FileMissingError } from '../storage.ts';
import { deleteObject, openFile, storeFile } from './s3-files.ts';
import { S3Store } from './s3-store.ts';

const bytes = randomBytes(12_000_000);
const key = newId();
let bucket: TestBucket;
beforeAll(async () => {
  bucket = await createBucket();
  await storeFile(openStore(endpoint), key, Readable.from([bytes]));
});

const stores: S3Store[] = [];
const fronts: StoreFront[] = [];
afterAll(() => {
  for (const one of [...stores, ...fronts]) one.close();
});

function openStore(at: string): S3Store {
  const store = new S3Store({ ...bucket.config, endpoint: at });
  stores.push(store);
  return store;
}

async function openFront(...args: Parameters<typeof openStoreFront>): Promise<StoreFront> {
  const front = await openStoreFront(...args);
  fronts.push(front);
  return front;
}

/** Returns how often the content of an object was requested over a socket, and with the SDK. */
function countReads({ requests }: StoreFront): { socket: number; sdk: number } {
  const reads = requests.filter(({ method }) => method === 'GET');
  const socket = reads.filter(({ url }) => url?.includes('X-Amz-Signature')).length;
  return { socket, sdk: reads.length - socket };
}

async function readThrough(front: StoreFront): Promise<Buffer> {
  return readStored(await openFile(openStore(front.address), 'files', key));
}

describe('a large range of an object', () => {
  it('is read over a socket, with one request', async () => {
    const front = await openFront();
    expect((await readThrough(front)).equals(bytes)).toBe(true);
    expect(countReads(front)).toEqual({ socket: 1, sdk: 0 });
  });

  it('is read over TLS', async () => {
    const certificate = createSelfSigned();
    setDefaultCACertificates([...getCACertificates('default'), certificate.cert]);
    const front = await openFront(undefined, certificate);
    expect((await readThrough(front)).equals(bytes)).toBe(true);
    expect(countReads(front)).toEqual({ socket: 1, sdk: 0 });
  });

  it('comes in pieces that stay valid until the next one is requested', async () => {
    const file = await openFile(openStore(endpoint), 'files', key);
    const readSlowly = async () => {
      let position = 0;
      for await (const piece of file.stream({ start: 0, end: bytes.length - 1 })) {
        // The store sends more in the meantime.
        for (let turn = 0; turn < 5; turn += 1) await setImmediate();
        expect(piece.equals(bytes.subarray(position, position + piece.length))).toBe(true);
        position += piece.length;
      }
      return position;
    };
    const ends = await Promise.all(Array.from({ length: 20 }, readSlowly));
    expect(ends).toEqual(ends.map(() => bytes.length));
  });

  it('is read with the SDK if the store does not announce its length', async () => {
    const front = await openFront((from, to) => {
      const { 'content-length': _, ...headers } = from.headers;
      const isHead = headers['content-range'] === undefined;
      to.writeHead(from.statusCode ?? 500, isHead ? from.headers : headers);
      from.pipe(to);
    });
    expect((await readThrough(front)).equals(bytes)).toBe(true);
    expect(countReads(front)).toEqual({ socket: 1, sdk: 1 });
  });

  it('is missing once the object was deleted', async () => {
    const store = openStore(endpoint);
    const deleted = newId();
    await storeFile(store, deleted, Readable.from([bytes]));
    const file = await openFile(store, 'files', deleted);
    await deleteObject(store, 'files', deleted);
    await expect(readStored(file)).rejects.toThrow(FileMissingError);
  });

  it('ends with the reason of its signal', async () => {
    const stop = new AbortController();
    const file = await openFile(openStore(endpoint), 'files', key);
    const pieces = file.stream({ start: 0, end: bytes.length - 1 }, stop.signal);
    const read = async () => {
      for await (const _ of pieces) stop.abort(new Error('enough'));
    };
    await expect(read()).rejects.toThrow('enough');
  });
});
