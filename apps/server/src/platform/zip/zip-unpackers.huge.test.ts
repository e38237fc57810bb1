// Archives that need ZIP64: of more than 4 GiB, and of more than 65,535 members.
import { createHash } from 'node:crypto';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type Contents,
  makeZipFolder,
  mayUse,
  runUnpacker,
  unpackers,
  writeZip,
  type ZipFolder,
} from '#test/zips.ts';
import { createZipSource } from './zip-source.ts';

const GiB = 1024 ** 3;

const large: Contents = {
  'disc 1.iso': 4 * GiB + 12_345,
  'disc 2.iso': 100_000_000,
  'notes/readme.txt': Buffer.from('This member begins past 4 GiB.'),
};

const many: Contents = Object.fromEntries(
  Array.from({ length: 70_000 }, (_, index) => [
    `folder ${index % 100}/file ${index}.txt`,
    Buffer.from(`content of file ${index}`),
  ]),
);

describe.each([
  ['of more than 4 GiB', large],
  ['of 70,000 files', many],
])('a ZIP %s', (_, contents) => {
  let folder: ZipFolder;
  let zip: { path: string; sha256: string };
  beforeAll(async () => {
    folder = await makeZipFolder(contents);
    zip = await writeZip(folder);
  }, 600_000);
  afterAll(() => folder.remove());

  it('has the announced length and digest', async () => {
    expect((await stat(zip.path)).size).toBe(folder.layout.size);
    const hash = createHash('sha256');
    const file = await open(zip.path);
    for await (const piece of file.createReadStream({ highWaterMark: 1024 ** 2 })) hash.update(piece);
    expect(hash.digest('hex')).toBe(zip.sha256);
  });

  it.each(unpackers)('is faultless for $name', async (unpacker) => {
    if (!mayUse(unpacker)) return;
    await runUnpacker(unpacker, unpacker.check(zip.path), zip.path);
  });

  // Writing all of them to a disk would take minutes, and the check has read every byte.
  it.each(unpackers)('is listed as a whole, and its last member unpacked, by $name', async (unpacker) => {
    if (!mayUse(unpacker)) return;
    const list = await runUnpacker(unpacker, unpacker.list(zip.path), zip.path);
    expect(list.trimEnd().split('\n')).toHaveLength(folder.members.length);
    const target = await mkdtemp(join(tmpdir(), 'cellar-unpacked-'));
    onTestFinished(() => rm(target, { recursive: true }));
    const last = folder.members.at(-1)?.path ?? '';
    await runUnpacker(unpacker, unpacker.unpack(zip.path, target, [last]), zip.path);
    expect(await readFile(join(target, last))).toEqual(contents[last]);
  });

  it('is the same in ranges past 4 GiB and in the central directory', async () => {
    const source = createZipSource(folder.layout, folder.open);
    const file = await open(zip.path);
    const last = source.size - 1;
    for (const start of [0, 2 ** 32 - 10, last - 3_000_000, last - 100].filter(
      (at) => at >= 0 && at < last,
    )) {
      const end = Math.min(start + 4_000_000, last);
      const expected = Buffer.alloc(end + 1 - start);
      await file.read(expected, 0, expected.length, start);
      const pieces: Buffer[] = [];
      for await (const piece of source.stream({ start, end })) pieces.push(Buffer.from(piece));
      expect(Buffer.concat(pieces).equals(expected)).toBe(true);
    }
    await file.close();
    expect(folder.openFiles()).toBe(0);
  });
});
