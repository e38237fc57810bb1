// Storage in a real S3 store: the behavior of every storage, and what is particular to multipart uploads.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/tokens.ts';
import { type CutLine, openLine } from '#test/faulty-line.ts';
import {
  createBucket,
  credentials,
  endpoint,
  openStoreFront,
  passOn,
  type TestBucket,
} from '#test/s3-store.ts';
import { describeStorage } from '#test/storage-suite.ts';
import { readStored } from '#test/traces.ts';
import {
  BytesLostError,
  type ChunkWrite,
  type Storage,
  StorageUnavailableError,
  type StoredFile,
} from '../storage.ts';
import type { S3Config } from './s3-address.ts';
import { openBucket } from './s3-storage.ts';

const chunkSize = 5 * 1024 * 1024;
const library = 'library';

let localDir: string;
let bucket: TestBucket;
let line: CutLine;
/** Reaches the bucket through a line that a test can cut. */
let storage: Storage;
beforeAll(async () => {
  localDir = await mkdtemp(join(tmpdir(), 'cellar-storage-'));
  const { hostname, port } = new URL(endpoint);
  line = await openLine({ host: hostname, port: Number(port) });
  bucket = await createBucket(`http://127.0.0.1:${line.port}`);
  storage = await open(bucket.config);
});
afterAll(() => rm(localDir, { recursive: true }));

async function open(config: S3Config): Promise<Storage> {
  const opened = openBucket(config);
  await opened.place.writeMark(library);
  return opened.createStorage({ library, localDir });
}

describeStorage('a storage in an S3 store', async () => open((await createBucket()).config));

function chunk(bytes: Buffer, chunkNumber: number, rules: Partial<ChunkWrite> = {}): [Readable, ChunkWrite] {
  const pieces = [bytes.subarray(0, 100_000), bytes.subarray(100_000)];
  const write = {
    chunkNumber,
    offset: chunkNumber * chunkSize,
    maxBytes: chunkSize,
    exactBytes: bytes.length,
  };
  return [Readable.from(pieces, { objectMode: false }), { ...write, ...rules }];
}

async function listUploads() {
  const { Uploads = [] } = await bucket.client.send(
    new ListMultipartUploadsCommand({ Bucket: bucket.config.bucket }),
  );
  return Uploads;
}

describe('an upload to an S3 store', () => {
  const bytes = randomBytes(chunkSize + 10);
  const [first, last] = [bytes.subarray(0, chunkSize), bytes.subarray(chunkSize)];

  async function sendBoth() {
    const key = newId();
    const upload = { key, state: await storage.beginUpload(key) };
    const written = [
      await storage.writeChunk(upload, ...chunk(first, 0)),
      await storage.writeChunk(upload, ...chunk(last, 1)),
    ];
    const chunks = written.map(({ size, receipt }, chunkNumber) => ({ chunkNumber, size, receipt }));
    return { upload, finished: { size: bytes.length, chunkSize, chunks } };
  }

  it('writes nothing to the local disk if the size of its chunks is known', async () => {
    const before = await readdir(join(localDir, 'temp', 'uploads'));
    let during: string[] = [];
    const key = newId();
    const upload = { key, state: await storage.beginUpload(key) };
    const confirm = async () => {
      during = await readdir(join(localDir, 'temp', 'uploads'));
    };
    await storage.writeChunk(upload, ...chunk(first, 0, { confirm }));
    expect(during).toEqual(before);
    await storage.discardUpload(key);
  });

  it('names the chunks that another node has overwritten with other bytes', async () => {
    const { upload, finished } = await sendBoth();
    await storage.writeChunk(upload, ...chunk(randomBytes(10), 1));
    const error = await storage.finishUpload(upload, finished).catch((reason) => reason);
    expect(error).toBeInstanceOf(BytesLostError);
    expect(error.chunkNumbers).toEqual([1]);
    const { receipt } = await storage.writeChunk(upload, ...chunk(last, 1));
    const chunks = finished.chunks.map((entry) => (entry.chunkNumber === 1 ? { ...entry, receipt } : entry));
    await storage.finishUpload(upload, { ...finished, chunks });
    expect(await readStored(await storage.openFile(upload.key))).toEqual(bytes);
  });

  it('refuses a chunk that is not confirmed, without a trace', async () => {
    const { upload, finished } = await sendBoth();
    const confirm = () => Promise.reject(new Error('too late'));
    const late = chunk(randomBytes(10), 1, { confirm });
    await expect(storage.writeChunk(upload, ...late)).rejects.toThrow('too late');
    await storage.finishUpload(upload, finished);
    expect(await readStored(await storage.openFile(upload.key))).toEqual(bytes);
  });

  it('leaves no multipart upload behind when two were begun', async () => {
    const { upload, finished } = await sendBoth();
    await storage.beginUpload(upload.key);
    await storage.finishUpload(upload, finished);
    expect((await listUploads()).filter(({ Key }) => Key?.endsWith(upload.key))).toEqual([]);
  });

  it('reports a multipart upload that the store has removed as lost', async () => {
    const { upload, finished } = await sendBoth();
    const { bucket: Bucket, prefix } = bucket.config;
    const Key = `${prefix}files/${upload.key.slice(0, 2)}/${upload.key}`;
    const place = { Bucket, Key, UploadId: upload.state };
    await bucket.client.send(new AbortMultipartUploadCommand(place));
    await expect(storage.finishUpload(upload, finished)).rejects.toThrow(BytesLostError);
    const late = new UploadPartCommand({ ...place, PartNumber: 1, Body: 'x' });
    await expect(bucket.client.send(late)).rejects.toThrow();
  });

  it('is lost if the store refuses parts that it has listed', async () => {
    const { upload, finished } = await sendBoth();
    const front = await openStoreFront((from, to, asked) => {
      if (asked.method !== 'POST') return passOn(from, to);
      to.writeHead(400, { 'content-type': 'application/xml' });
      to.end('<?xml version="1.0" encoding="UTF-8"?><Error><Code>InvalidPart</Code></Error>');
    });
    const behind = await open({ ...bucket.config, endpoint: front.address });
    const error = await behind.finishUpload(upload, finished).catch((reason) => reason);
    front.close();
    expect(error).toBeInstanceOf(BytesLostError);
    expect(error.chunkNumbers).toBeUndefined();
  });

  it('fails while the store is unreachable, and continues when it is back', async () => {
    const key = newId();
    const upload = { key, state: await storage.beginUpload(key) };
    const { receipt } = await storage.writeChunk(upload, ...chunk(first, 0));
    await line.cut();
    await expect(storage.writeChunk(upload, ...chunk(last, 1))).rejects.toThrow(StorageUnavailableError);
    await expect(storage.check()).rejects.toThrow(StorageUnavailableError);
    await expect(storage.openFile(key)).rejects.toThrow(StorageUnavailableError);
    await line.restore();
    await storage.check();
    const second = await storage.writeChunk(upload, ...chunk(last, 1));
    const chunks = [
      { chunkNumber: 0, size: first.length, receipt },
      { chunkNumber: 1, size: last.length, receipt: second.receipt },
    ];
    await storage.finishUpload(upload, { size: bytes.length, chunkSize, chunks });
    expect(await readStored(await storage.openFile(key))).toEqual(bytes);
  });
});

describe('a file in an S3 store', () => {
  it('is read to its end although the connection to the store breaks', async () => {
    const bytes = randomBytes(20_000_000);
    const key = newId();
    await storage.storeFile(key, Readable.from([bytes]));
    const file = await storage.openFile(key);
    const pieces: Buffer[] = [];
    for await (const piece of file.stream({ start: 0, end: bytes.length - 1 })) {
      pieces.push(Buffer.from(piece));
      if (pieces.length !== 20) continue;
      await line.cut();
      await line.restore();
    }
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  });

  it('is copied in larger parts if it would have more than 10,000 small ones', async () => {
    // A file this large that breaks off after 40 MiB, which is three parts of 16 MiB, or two of 33 MiB.
    const file: StoredFile = {
      size: 320 * 1024 ** 3,
      modifiedAt: new Date(),
      stream: () => Readable.from([randomBytes(40 * 1024 ** 2)]),
      close: async () => undefined,
    };
    const key = newId();
    await storage.copyFile(key, file, { withDigest: false });
    const { bucket: Bucket, prefix } = bucket.config;
    const Key = `${prefix}files/${key.slice(0, 2)}/${key}`;
    const { ETag } = await bucket.client.send(new HeadObjectCommand({ Bucket, Key }));
    expect(ETag).toMatch(/-2"$/);
  });

  it('is handed over by an address that names it, accepts ranges and expires', async () => {
    const bytes = randomBytes(1000);
    const key = newId();
    await storage.storeFile(key, Readable.from([bytes]));
    const facts = {
      disposition: `attachment; filename="a b.zip"`,
      contentType: 'application/zip',
      seconds: 60,
    };
    const target = await storage.handOver(key, facts);
    if (target?.kind !== 'redirect') throw new Error('there is no address');
    const answer = await fetch(target.url, { headers: { range: 'bytes=10-19' } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-disposition')).toBe(facts.disposition);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(10, 20));
    expect(new URL(target.url).searchParams.get('X-Amz-Expires')).toBe('60');
    const other = target.url.replace(key, key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a'));
    expect((await fetch(other)).status).toBe(403);
  });
});

describe('opening a bucket', () => {
  const markOf = (changes: Partial<S3Config>) =>
    openBucket({ ...bucket.config, ...changes }).place.readMark();

  it.each([
    ['the bucket does not exist', /: the bucket does not exist/, { bucket: 'no-such-bucket' }],
    // A store need not reveal which access keys exist.
    [
      'the access key is unknown',
      /: the access key (is unknown|or the secret key is wrong)/,
      { credentials: { accessKeyId: 'unknown', secretAccessKey: 'x' } },
    ],
    [
      'the secret key is wrong',
      /: the access key or the secret key is wrong/,
      { credentials: { ...credentials, secretAccessKey: 'wrong' } },
    ],
  ])('explains that %s', async (_, reason, changes) => {
    await expect(markOf(changes)).rejects.toThrow(reason);
    await expect(markOf(changes)).rejects.toBeInstanceOf(StorageUnavailableError);
  });

  it('explains that nothing listens at the address', async () => {
    await expect(markOf({ endpoint: 'http://127.0.0.1:1' })).rejects.toThrow(
      "the object store can't be used",
    );
  });
});
