// Streams of any shape, written anywhere in a file without changing the bytes before and after.
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '#test/traces.ts';
import { writeStreamAt } from './write-stream-at.ts';

const MiB = 1024 * 1024;
const neighbours = Buffer.alloc(6 * MiB, 7);

let folder: string;
let path: string;
let file: FileHandle;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellar-write-'));
  path = join(folder, 'file');
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  await writeFile(path, neighbours);
  file = await open(path, 'r+');
});
afterEach(() => file.close());

/** The expected content of the file after these bytes were written at this offset. */
function expected(offset: number, bytes: Buffer): Buffer {
  const whole = Buffer.from(neighbours);
  bytes.copy(whole, offset);
  return whole;
}

describe('writeStreamAt', () => {
  it('writes every byte at its offset, for any size of pieces', async () => {
    const pieces = fc.array(fc.oneof(fc.nat(40), fc.nat(100_000), fc.nat(1_500_000)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.nat(500_000), async (sizes, offset) => {
        await file.write(neighbours, 0, neighbours.length, 0);
        await file.truncate(neighbours.length);
        const parts = sizes.map((size) => randomBytes(size));
        const bytes = Buffer.concat(parts).subarray(0, neighbours.length - offset);
        const body = Readable.from(parts.filter((part) => part.length > 0));
        const written = writeStreamAt(file, offset, body, {
          maxBytes: bytes.length,
          expectedSha256: sha256(bytes),
        });
        if (Buffer.concat(parts).length > bytes.length) {
          await expect(written).rejects.toMatchObject({ reason: 'too_large' });
          return;
        }
        expect(await written).toMatchObject({ size: bytes.length, sha256: sha256(bytes) });
        expect((await readFile(path)).equals(expected(offset, bytes))).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it.each([
    ['more than the maximum', { maxBytes: 3 * MiB }, 'too_large'],
    ['more than the exact size', { maxBytes: 9 * MiB, exactBytes: 3 * MiB }, 'wrong_size'],
    [
      'more than the maximum, but less than the exact size',
      { maxBytes: 3 * MiB, exactBytes: 9 * MiB },
      'too_large',
    ],
  ])('does not write past the end if the stream has %s', async (_, rules, reason) => {
    const body = Readable.from(Array.from({ length: 40 }, () => randomBytes(100_000)));
    await expect(writeStreamAt(file, MiB, body, rules)).rejects.toMatchObject({ reason });
    const whole = await readFile(path);
    expect(whole.subarray(0, MiB).equals(neighbours.subarray(0, MiB))).toBe(true);
    expect(whole.subarray(4 * MiB).equals(neighbours.subarray(4 * MiB))).toBe(true);
    expect(body.destroyed).toBe(true);
  });

  it('refuses a stream that is too short', async () => {
    const rules = { maxBytes: MiB, exactBytes: 101 };
    await expect(writeStreamAt(file, 0, Readable.from([randomBytes(100)]), rules)).rejects.toMatchObject({
      reason: 'wrong_size',
    });
  });

  it('inspects the first bytes before any is written, even if they arrive one by one', async () => {
    const bytes = randomBytes(40);
    let shown = Buffer.alloc(0);
    const inspect = (head: Uint8Array) => {
      shown = Buffer.from(head);
      throw new Error('not this one');
    };
    const body = Readable.from([...bytes].map((byte) => Buffer.from([byte])));
    await expect(writeStreamAt(file, 0, body, { maxBytes: MiB, inspect })).rejects.toThrow('not this one');
    expect(shown.equals(bytes.subarray(0, shown.length))).toBe(true);
    expect(shown.length).toBeGreaterThanOrEqual(8);
    expect((await readFile(path)).equals(neighbours)).toBe(true);
  });

  it('inspects all bytes of a shorter or empty stream', async () => {
    const shown: number[] = [];
    const rules = { maxBytes: MiB, inspect: (head: Uint8Array) => void shown.push(head.length) };
    await writeStreamAt(file, 0, Readable.from([Buffer.from('ab')]), rules);
    await writeStreamAt(file, 0, Readable.from([]), rules);
    expect(shown).toEqual([2, 0]);
  });

  it('fails with the error of the stream', async () => {
    const body = new PassThrough();
    const writing = writeStreamAt(file, 0, body, { maxBytes: MiB });
    body.write(randomBytes(1000));
    setImmediate(() => body.destroy(new Error('cut')));
    await expect(writing).rejects.toThrow('cut');
  });

  it('fails when the stream was destroyed before, or is destroyed without an error', async () => {
    const gone = new PassThrough();
    gone.destroy();
    await expect(writeStreamAt(file, 0, gone, { maxBytes: MiB })).rejects.toThrow();
    const silent = new PassThrough();
    const writing = writeStreamAt(file, 0, silent, { maxBytes: MiB });
    setImmediate(() => silent.destroy());
    await expect(writing).rejects.toThrow();
  });

  it('fails with the error of the disk, and stops reading', async () => {
    const readOnly = await open(path, 'r');
    const body = Readable.from(Array.from({ length: 100 }, () => randomBytes(100_000)));
    await expect(writeStreamAt(readOnly, 0, body, { maxBytes: 100 * MiB })).rejects.toMatchObject({
      code: 'EBADF',
    });
    expect(body.destroyed).toBe(true);
    await readOnly.close();
  });

  it('reports every piece that arrives', async () => {
    const reports: number[] = [];
    const rules = { maxBytes: MiB, onProgress: () => void reports.push(1) };
    await writeStreamAt(file, 0, Readable.from([randomBytes(5), randomBytes(5), randomBytes(5)]), rules);
    expect(reports.length).toBe(3);
  });

  it('refuses content with a different digest', async () => {
    const rules = { maxBytes: MiB, expectedSha256: sha256(Buffer.from('other')) };
    await expect(writeStreamAt(file, 0, Readable.from([randomBytes(10)]), rules)).rejects.toMatchObject({
      reason: 'wrong_digest',
    });
  });
});
