import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileWriter } from './write-stream-at.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'writer-'));
});
afterEach(() => rm(dir, { recursive: true }));

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('createFileWriter', () => {
  it('writes each batch at its position and computes the digest of all batches', async () => {
    const file = await open(join(dir, 'file'), 'w');
    const writer = createFileWriter(file.fd, { withDigest: true, mayTakeBuffers: false });
    const bytes = randomBytes(300_000);
    expect(await writer.write([bytes.subarray(0, 5), bytes.subarray(5, 200_000)], 100)).toBe(200_000);
    expect(await writer.write([bytes.subarray(200_000)], 200_100)).toBe(100_000);
    expect(await writer.digest()).toBe(sha256(bytes));
    writer.close();
    await file.close();
    expect((await readFile(join(dir, 'file'))).subarray(100).equals(bytes)).toBe(true);
  });

  it('keeps the digests of several files apart', async () => {
    const bodies = Array.from({ length: 5 }, () => randomBytes(5000));
    const digests = bodies.map(async (body, i) => {
      const file = await open(join(dir, `file-${i}`), 'w');
      const writer = createFileWriter(file.fd, { withDigest: true, mayTakeBuffers: false });
      for (let at = 0; at < body.length; at += 1000) await writer.write([body.subarray(at, at + 1000)], at);
      const digest = await writer.digest();
      writer.close();
      await file.close();
      return digest;
    });
    expect(await Promise.all(digests)).toEqual(bodies.map(sha256));
  });

  it('does not move the buffers without permission', async () => {
    const file = await open(join(dir, 'file'), 'w');
    const [kept, taken] = [Buffer.alloc(100_000, 1), Buffer.alloc(100_000, 2)];
    await createFileWriter(file.fd, { withDigest: false, mayTakeBuffers: false }).write([kept], 0);
    await createFileWriter(file.fd, { withDigest: false, mayTakeBuffers: true }).write([taken], 100_000);
    await file.close();
    expect([kept.length, taken.length]).toEqual([100_000, 0]);
    expect((await readFile(join(dir, 'file')))[150_000]).toBe(2);
  });

  it('never moves memory that other buffers share', async () => {
    const file = await open(join(dir, 'file'), 'w');
    const whole = Buffer.alloc(100_000, 3);
    const half = whole.subarray(0, 50_000);
    await createFileWriter(file.fd, { withDigest: false, mayTakeBuffers: true }).write([half], 0);
    await file.close();
    expect(whole.length).toBe(100_000);
  });

  it('passes on the error of the file system with its code, and continues', async () => {
    const readOnly = await open('/dev/null', 'r');
    const writer = createFileWriter(readOnly.fd, { withDigest: true, mayTakeBuffers: false });
    await expect(writer.write([randomBytes(10)], 0)).rejects.toMatchObject({ code: 'EBADF' });
    writer.close();
    await readOnly.close();
    const file = await open(join(dir, 'file'), 'w');
    const next = createFileWriter(file.fd, { withDigest: false, mayTakeBuffers: false });
    expect(await next.write([randomBytes(10)], 0)).toBe(10);
    await file.close();
  });
});
