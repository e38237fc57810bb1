import { createHash, randomBytes } from 'node:crypto';
import { appendFile, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planFileAnswer } from '#http/file-answer.ts';
import { type SendFileResult, sendFile } from '#http/send-file.ts';
import { type Contents, makeZipFolder, writeZip, type ZipFolder } from '#test/zips.ts';
import type { StoredFile } from '../storage/storage.ts';
import { createZipSource, MemberChangedError } from './zip-source.ts';

const MiB = 1024 * 1024;
const many = Object.fromEntries(
  Array.from({ length: 80 }, (_, index) => [`small/${index}.txt`, randomBytes((index * 137) % 3000)]),
);
const contents: Contents = {
  ...many,
  'large.bin': randomBytes(3 * MiB + 17),
  'limit.bin': randomBytes(64 * 1024),
  'over-limit.bin': randomBytes(64 * 1024 + 1),
  'next-large.bin': randomBytes(MiB),
  'empty/': 0,
  'nothing.txt': 0,
};

let folder: ZipFolder;
let whole: Buffer;
let digest: string;
beforeEach(async () => {
  folder = await makeZipFolder(contents);
  const { path, sha256 } = await writeZip(folder);
  [whole, digest] = [await readFile(path), sha256];
});
afterEach(() => folder.remove());

async function read(source: StoredFile, start: number, end: number, signal?: AbortSignal): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source.stream({ start, end }, signal)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

describe('a ZIP source', () => {
  it('yields any range of the same bytes, with few open files', async () => {
    const source = createZipSource(folder.layout, folder.open);
    expect(source.size).toBe(whole.length);
    expect(createHash('sha256').update(whole).digest('hex')).toBe(digest);
    // Not only random positions: also those near the borders of the parts.
    const borders = Array.from({ length: folder.layout.count }, (_, index) => folder.layout.dataStart(index));
    const position = fc.oneof(
      fc.nat(whole.length - 1),
      fc
        .tuple(fc.constantFrom(...borders, folder.layout.centralStart), fc.integer({ min: -70, max: 70 }))
        .map(([border, distance]) => Math.min(Math.max(0, border + distance), whole.length - 1)),
    );
    await fc.assert(
      fc.asyncProperty(position, position, async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        const bytes = await read(source, start, end);
        expect(bytes.equals(whole.subarray(start, end + 1))).toBe(true);
      }),
    );
    expect(folder.openFiles()).toBe(0);
    expect(folder.mostOpenFiles()).toBeLessThanOrEqual(5);
  });

  it('gathers records and small files into few pieces', async () => {
    const source = createZipSource(folder.layout, folder.open);
    let pieces = 0;
    for await (const _ of source.stream({ start: 0, end: source.size - 1 })) pieces += 1;
    expect(pieces).toBeLessThan(30);
  });

  it('yields large pieces of a file once enough was taken of the files before it', async () => {
    const large = await makeZipFolder({ 'a.bin': Buffer.alloc(17 * MiB), 'b.bin': Buffer.alloc(17 * MiB) });
    // Computes the checksums.
    await writeZip(large);
    const source = createZipSource(large.layout, large.open);
    const second = large.layout.dataStart(1);
    let [position, pieces] = [0, 0];
    for await (const piece of source.stream({ start: 0, end: source.size - 1 })) {
      if (position >= second) pieces += 1;
      position += piece.length;
    }
    // With pieces of 256 KiB there would be at least 64.
    expect(pieces).toBeLessThan(40);
    await large.remove();
  });

  it('keeps a piece valid until the next one is requested, also beside other streams', async () => {
    const source = createZipSource(folder.layout, folder.open);
    const check = async () => {
      let position = 0;
      for await (const piece of source.stream({ start: 0, end: source.size - 1 })) {
        await new Promise((resolve) => setImmediate(resolve));
        expect(piece.equals(whole.subarray(position, position + piece.length))).toBe(true);
        position += piece.length;
      }
      expect(position).toBe(whole.length);
    };
    await Promise.all(Array.from({ length: 8 }, check));
    expect(folder.openFiles()).toBe(0);
  });

  it('closes its files when the reader stops, is aborted or never finishes', async () => {
    const source = createZipSource(folder.layout, folder.open);
    const large = folder.layout.dataStart(indexOf('large.bin'));
    for await (const _ of source.stream({ start: large, end: source.size - 1 })) break;
    expect(folder.openFiles()).toBe(0);

    const controller = new AbortController();
    const reading = (async () => {
      for await (const _ of source.stream({ start: large, end: source.size - 1 }, controller.signal)) {
        controller.abort(new Error('the client has gone'));
      }
    })();
    await expect(reading).rejects.toThrow('the client has gone');
    expect(folder.openFiles()).toBe(0);

    const stream = source.stream({ start: large, end: source.size - 1 })[Symbol.asyncIterator]();
    await stream.next();
    expect(folder.openFiles()).toBeGreaterThan(0);
    await source.close();
    expect(folder.openFiles()).toBe(0);
  });

  it('exists only once all checksums are known', async () => {
    const { layout, open, remove } = await makeZipFolder({ a: 5 });
    expect(() => createZipSource(layout, open)).toThrow('unknown');
    await remove();
  });
});

function indexOf(path: string): number {
  return folder.members.findIndex((member) => member.path === path);
}

const later = new Date('2026-05-05T05:05:05Z');

/** How a file can stop being the recorded one. */
const changes: [string, (path: string) => Promise<unknown>][] = [
  ['grows', (path) => appendFile(path, 'more')],
  ['shrinks', (path) => truncate(path, 100)],
  ['is written to', (path) => utimes(path, later, later)],
  [
    'is replaced',
    async (path) => {
      await writeFile(`${path}.new`, await readFile(path));
      await rename(`${path}.new`, path);
    },
  ],
  ['vanishes', (path) => rm(path)],
];

describe('a member that', () => {
  it.each(changes)('%s before its turn ends the ZIP before the end of that member', async (_, change) => {
    for (const path of ['next-large.bin', 'small/77.txt']) {
      const file = join(folder.path, path);
      const original = await readFile(file);
      await change(file);
      const source = createZipSource(folder.layout, folder.open);
      const member = indexOf(path);
      let received = 0;
      const reading = (async () => {
        for await (const piece of source.stream({ start: 0, end: source.size - 1 })) received += piece.length;
      })();
      await expect(reading).rejects.toThrow(MemberChangedError);
      await expect(reading).rejects.toMatchObject({ path });
      expect(received).toBeLessThanOrEqual(folder.layout.dataStart(member));
      expect(folder.openFiles()).toBe(0);
      await writeFile(file, original);
      await utimes(file, folder.layout.modifiedAt(member), folder.layout.modifiedAt(member));
    }
  });

  it.each(changes.slice(0, 3))('%s while it is sent ends the ZIP there', async (_, change) => {
    const source = createZipSource(folder.layout, folder.open);
    const member = indexOf('large.bin');
    const start = folder.layout.dataStart(member);
    let received = 0;
    const reading = (async () => {
      for await (const piece of source.stream({ start, end: source.size - 1 })) {
        if (received === 0) await change(join(folder.path, 'large.bin'));
        received += piece.length;
      }
    })();
    await expect(reading).rejects.toThrow(MemberChangedError);
    expect(received).toBeLessThan(folder.layout.memberSize(member));
    expect(folder.openFiles()).toBe(0);
  });

  it.each(changes.slice(3))('%s while it is sent is still sent as it was recorded', async (_, change) => {
    const source = createZipSource(folder.layout, folder.open);
    const member = indexOf('large.bin');
    const start = folder.layout.dataStart(member);
    const end = start + folder.layout.memberSize(member) - 1;
    const pieces: Buffer[] = [];
    for await (const piece of source.stream({ start, end })) {
      if (pieces.length === 0) await change(join(folder.path, 'large.bin'));
      pieces.push(Buffer.from(piece));
    }
    expect(Buffer.concat(pieces).equals(whole.subarray(start, end + 1))).toBe(true);
  });
});

describe('over HTTP, the ZIP', () => {
  let server: http.Server;
  let url: string;
  let results: SendFileResult[];
  beforeEach(async () => {
    results = [];
    server = http.createServer(async (request, response) => {
      const source = createZipSource(folder.layout, folder.open);
      const answer = planFileAnswer(request, {
        etag: `"${digest}"`,
        lastModified: source.modifiedAt,
        contentType: 'application/zip',
        disposition: 'attachment',
        size: source.size,
      });
      results.push(await sendFile({ request, response, source, answer }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is resumed after every cut, and in the end has the announced digest', async () => {
    const received: Buffer[] = [];
    let length = 0;
    let cuts = 0;
    while (length < whole.length) {
      const response = await fetch(url, {
        headers: { range: `bytes=${length}-`, 'if-range': `"${digest}"` },
      });
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe(
        `bytes ${length}-${whole.length - 1}/${whole.length}`,
      );
      // Reads another amount each time, and then cuts the connection.
      const limit = length + 100_000 + ((cuts * 654_321) % MiB);
      for await (const piece of response.body as ReadableStream<Uint8Array>) {
        received.push(Buffer.from(piece));
        length += piece.length;
        if (length >= limit) break;
      }
      cuts += 1;
    }
    expect(cuts).toBeGreaterThan(5);
    expect(createHash('sha256').update(Buffer.concat(received)).digest('hex')).toBe(digest);
    await expect.poll(() => results.length).toBe(cuts);
    expect(folder.openFiles()).toBe(0);
  });

  it('is cut when a file has changed, so that it never looks whole', async () => {
    await appendFile(join(folder.path, 'small/79.txt'), 'more');
    const response = await fetch(url);
    expect(response.headers.get('content-length')).toBe(String(whole.length));
    await expect(response.arrayBuffer()).rejects.toThrow();
    await expect.poll(() => results).toMatchObject([{ outcome: 'failed', error: { path: 'small/79.txt' } }]);
    expect(folder.openFiles()).toBe(0);
  });
});
