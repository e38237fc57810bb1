import { createHash, randomBytes } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256 } from '#test/traces.ts';
import { makeZipFolder, writeZip, type ZipFolder } from '#test/zips.ts';
import { digestZip, type MemberDigest } from './digest-zip.ts';
import { MemberChangedError } from './zip-source.ts';

const large = randomBytes(40 * 1024 * 1024);
const contents = { 'a.bin': large, 'b/': 0, 'c.txt': Buffer.from('text'), 'd.txt': 0 };
let folder: ZipFolder;
beforeEach(async () => {
  folder = await makeZipFolder(contents);
});
afterEach(() => folder.remove());

const expected: MemberDigest[] = [
  { index: 0, crc32: crc32(large), sha256: sha256(large) },
  { index: 2, crc32: crc32('text'), sha256: sha256(Buffer.from('text')) },
  { index: 3, crc32: 0, sha256: sha256(Buffer.alloc(0)) },
];

it('the checksums of a ZIP are those of its members and of the bytes that are sent', async () => {
  const digests: MemberDigest[] = [];
  let done = 0;
  const { sha256: ofZip } = await digestZip(folder.layout, folder.open, {
    onMember: (digest) => void digests.push(digest),
    onProgress: (bytes) => {
      done = bytes;
    },
  });
  expect(digests).toEqual(expected);
  expect(done).toBe(folder.layout.centralStart);
  const { path } = await writeZip(folder);
  expect(
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  ).toBe(ofZip);
  expect(folder.openFiles()).toBe(0);
});

it('checksums that are already known are not computed again after an interruption', async () => {
  const controller = new AbortController();
  const first: MemberDigest[] = [];
  const interrupted = digestZip(folder.layout, folder.open, {
    signal: controller.signal,
    onMember(digest) {
      first.push(digest);
      controller.abort(new Error('shutting down'));
    },
  });
  await expect(interrupted).rejects.toThrow('shutting down');
  expect(folder.openFiles()).toBe(0);
  const rest: MemberDigest[] = [];
  const resumed = await digestZip(folder.layout, folder.open, {
    onMember: (digest) => void rest.push(digest),
  });
  expect([...first, ...rest]).toEqual(expected);
  expect(first).toHaveLength(1);
  const again = await makeZipFolder(contents);
  expect(await digestZip(again.layout, again.open)).toEqual(resumed);
  await again.remove();
});

it('a file that changes while it is read has no checksum', async () => {
  const path = join(folder.path, 'a.bin');
  const open = async (index: number) => {
    const file = await folder.open(index);
    if (index === 0) await appendFile(path, 'more');
    return file;
  };
  await expect(digestZip(folder.layout, open)).rejects.toThrow(MemberChangedError);
  expect(folder.layout.crc32(0)).toBeNull();
  expect(folder.openFiles()).toBe(0);
});

it('files that cannot be opened by their recorded facts have no checksum', async () => {
  await appendFile(join(folder.path, 'c.txt'), 'more');
  await expect(digestZip(folder.layout, folder.open)).rejects.toMatchObject({ path: 'c.txt' });
  expect(folder.openFiles()).toBe(0);
});
