// The ZIP as the usual programs understand it.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  bytesOf,
  type Contents,
  makeZipFolder,
  mayUse,
  runUnpacker,
  unpackers,
  writeZip,
  type ZipFolder,
} from '#test/zips.ts';

/** About 2,400 bytes, in parts that every filesystem allows. */
const deep = Array.from({ length: 12 }, (_, depth) => `${depth}-${'very-long-name-'.repeat(13)}`).join('/');

const contents: Contents = {
  'setup.exe': randomBytes(300_000),
  'setup-1.bin': randomBytes(1_500_000),
  'start.sh': Buffer.from('#!/bin/sh\n'),
  'empty.cfg': Buffer.alloc(0),
  'saves/': 0,
  'data/忍者/ünï cödé 🎮.pak': randomBytes(70_000),
  'data/cafe\u0301.txt': Buffer.from('decomposed'),
  [`${deep}/file.dat`]: randomBytes(10),
  'back\\slash.txt': Buffer.from('backslash'),
  'line\nbreak.txt': Buffer.from('line break'),
  'C:drive.txt': Buffer.from('drive'),
  'sparse.img': 3_000_000,
};

/** Where the name inside the archive differs from the path. */
const renamed: Record<string, string> = {
  'back\\slash.txt': 'back_slash.txt',
  'line\nbreak.txt': 'line_break.txt',
  'C:drive.txt': 'C_drive.txt',
};

let folder: ZipFolder;
let zip: string;
beforeAll(async () => {
  folder = await makeZipFolder(contents);
  await chmod(join(folder.path, 'setup.exe'), 0o777);
  zip = (await writeZip(folder)).path;
});
afterAll(() => folder.remove());

describe.each(unpackers)('$name', (unpacker) => {
  it.skipIf(!mayUse(unpacker))('finds no fault in the ZIP', async () => {
    await runUnpacker(unpacker, unpacker.check(zip), zip);
  });

  it.skipIf(!mayUse(unpacker))('unpacks every file as it was', async () => {
    const target = await mkdtemp(join(tmpdir(), 'cellar-unpacked-'));
    onTestFinished(() => rm(target, { recursive: true }));
    await runUnpacker(unpacker, unpacker.unpack(zip, target), zip);
    const entries = await readdir(target, { recursive: true, withFileTypes: true });
    const unpacked = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const files = Object.keys(contents).filter((path) => !path.endsWith('/'));
    expect(unpacked).toHaveLength(files.length);
    for (const path of files) {
      // bsdtar composes characters.
      const isThis = (name: string) => name.normalize() === join(target, renamed[path] ?? path).normalize();
      const bytes = bytesOf(path, contents[path] ?? 0);
      expect((await readFile(unpacked.find(isThis) ?? '')).equals(bytes), path).toBe(true);
    }
    expect((await stat(join(target, 'saves'))).isDirectory()).toBe(true);
  });
});

const [unzip] = unpackers;
it.skipIf(!unzip || !mayUse(unzip))(
  'lists fixed dates, and makes programs executable by their name',
  async () => {
    const listing = unzip && (await runUnpacker(unzip, ['unzip', '-ZT', zip], zip));
    const lineOf = (name: string) => listing?.split('\n').find((line) => line.endsWith(` ${name}`));
    expect(lineOf('start.sh')).toMatch(/^-rwxr-xr-x .* 19800201\.000000 /);
    expect(lineOf('setup.exe')).toMatch(/^-rw-r--r-- .* 19800201\.000000 /);
    expect(lineOf('saves/')).toMatch(/^drwxr-xr-x .* 19800201\.000000 /);
  },
);

it('is the same when its files are copied, touched and made executable', async () => {
  const copy = await makeZipFolder(contents);
  await mkdir(join(copy.path, 'another-empty-folder'));
  await chmod(join(copy.path, 'start.sh'), 0o600);
  const { path, sha256 } = await writeZip(copy);
  expect((await readFile(path)).equals(await readFile(zip))).toBe(true);
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  await copy.remove();
});
