// Storage on a disk: the behavior of every storage, and what is particular to folders and files.
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/tokens.ts';
import { describeStorage } from '#test/storage-suite.ts';
import { readStored, sha256, wholeUpload } from '#test/traces.ts';
import { type ChunkWrite, FileMissingError, ReadFailure, type Storage, UnreadableError } from '../storage.ts';
import { duplicateFile } from './disk-files.ts';
import { diskFolders } from './disk-folders.ts';
import { createDiskStorage } from './disk-storage.ts';
import { writeMark } from './library-mark.ts';

let root: string;
let storage: Storage;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cellar-storage-'));
  await writeMark(root, 'library');
  storage = await createDiskStorage(options());
});
function options() {
  return { root, pictures: join(root, 'artwork'), library: 'library' };
}

afterEach(() => rm(root, { recursive: true, force: true }));

const maxBytes = 1_000_000;

function write(handle: string, bytes: Buffer, chunk: Partial<ChunkWrite>) {
  return storage.writeChunk({ key: handle, state: '' }, Readable.from([bytes]), {
    chunkNumber: 0,
    offset: 0,
    maxBytes,
    ...chunk,
  });
}

async function readBack(key: string): Promise<Buffer> {
  return readStored(await storage.openFile(key));
}

function filesOnDisk(): Promise<string[]> {
  return readdir(join(root, 'temp', 'uploads'));
}

it('is refused at the start if files can not be moved to their place', async () => {
  await rm(join(root, 'files'), { recursive: true });
  // Another filesystem, as when a disk is mounted there.
  await symlink('/proc', join(root, 'files'));
  await expect(createDiskStorage(options())).rejects.toThrow(
    /^Uploads can't be stored in .* \(EXDEV.*renaming from/,
  );
  await rm(join(root, 'files'));
  await mkdir(join(root, 'files'));
  await createDiskStorage(options());
  expect([await filesOnDisk(), await readdir(join(root, 'files'))]).toEqual([[], []]);
});

describe('an upload in storage', () => {
  it('is assembled from its chunks in any order', async () => {
    const bytes = randomBytes(2500);
    const handle = newId();
    for (const chunkNumber of [2, 0, 1]) {
      const offset = chunkNumber * 1000;
      const written = await write(handle, bytes.subarray(offset, offset + 1000), { chunkNumber, offset });
      expect(written).toEqual({
        size: Math.min(1000, 2500 - offset),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        receipt: '',
      });
    }
    await storage.finishUpload(...wholeUpload(handle, 2500, 1000));
    expect((await readBack(handle)).equals(bytes)).toBe(true);
    expect(await storage.digestFile(handle)).toBe(sha256(bytes));
    await expect(storage.digestFile(handle, AbortSignal.abort(new Error('given up')))).rejects.toThrow(
      'given up',
    );
    expect(await filesOnDisk()).toEqual([]);
  });

  it('accepts chunks with an unknown offset, and places them later', async () => {
    const bytes = randomBytes(2500);
    const handle = newId();
    for (const chunkNumber of [2, 1, 0]) {
      const offset = chunkNumber * 1000;
      await write(handle, bytes.subarray(offset, offset + 1000), { chunkNumber, offset: undefined });
    }
    await storage.finishUpload(...wholeUpload(handle, 2500, 1000));
    expect((await readBack(handle)).equals(bytes)).toBe(true);
    expect(await filesOnDisk()).toEqual([]);
  });

  it('keeps no part of a refused chunk', async () => {
    const handle = newId();
    const wrong = { chunkNumber: 1, offset: undefined, expectedSha256: '0'.repeat(64) };
    await expect(write(handle, randomBytes(1000), wrong)).rejects.toMatchObject({ reason: 'wrong_digest' });
    expect(await filesOnDisk()).toEqual([]);
  });

  it('does not overwrite a later chunk with an earlier attempt', async () => {
    const bytes = randomBytes(2000);
    const handle = newId();
    await write(handle, randomBytes(700), { chunkNumber: 1, offset: undefined });
    await write(handle, bytes.subarray(0, 1000), { chunkNumber: 0, offset: 0 });
    await write(handle, bytes.subarray(1000), { chunkNumber: 1, offset: 1000 });
    await storage.finishUpload(...wholeUpload(handle, 2000, 1000));
    expect((await readBack(handle)).equals(bytes)).toBe(true);
  });

  it('can be finished twice', async () => {
    const bytes = randomBytes(100);
    const handle = newId();
    await write(handle, bytes, {});
    const upload = wholeUpload(handle, 100, 100);
    await storage.finishUpload(...upload);
    await storage.finishUpload(...upload);
    expect((await readBack(handle)).equals(bytes)).toBe(true);
  });

  it('cannot be finished with a size that differs from that of its chunks', async () => {
    const handle = newId();
    await write(handle, randomBytes(100), {});
    await expect(storage.finishUpload(...wholeUpload(handle, 101, 101))).rejects.toThrow();
    await expect(storage.openFile(handle)).rejects.toThrow(FileMissingError);
  });

  it('can be removed repeatedly with all its parts, finished or not', async () => {
    const [open, done, other] = [newId(), newId(), newId()];
    await write(open, randomBytes(10), {});
    await write(open, randomBytes(10), { chunkNumber: 3, offset: undefined });
    await write(done, randomBytes(10), {});
    await write(other, randomBytes(10), {});
    await storage.finishUpload(...wholeUpload(done, 10, 10));
    for (const handle of [open, done, open, done]) await storage.discardUpload(handle);
    expect(await filesOnDisk()).toEqual([`${other}.part`]);
    await expect(storage.openFile(done)).rejects.toThrow(FileMissingError);
  });

  it.each(['../outside', 'a/b', '..', '', 'x', 'a\u0000b12345678', 'x'.repeat(65), 'with.dot.inside'])(
    'cannot have the handle %j',
    async (handle) => {
      await expect(write(handle, randomBytes(10), {})).rejects.toThrow();
      await expect(storage.openFile(handle)).rejects.toThrow();
      await expect(storage.deleteFile(handle)).rejects.toThrow();
      expect(await filesOnDisk()).toEqual([]);
    },
  );
});

describe('a stored file', () => {
  it('that is missing is distinguished from an unreadable one', async () => {
    await expect(storage.openFile(newId())).rejects.toThrow(FileMissingError);
    await expect(storage.digestFile(newId())).rejects.toThrow(FileMissingError);
    const key = newId();
    await mkdir(join(root, 'files', key.slice(0, 2), key), { recursive: true });
    await expect(storage.digestFile(key)).rejects.not.toThrow(FileMissingError);
  });

  it('can be deleted any number of times', async () => {
    const key = newId();
    await write(key, randomBytes(10), {});
    await storage.finishUpload(...wholeUpload(key, 10, 10));
    await storage.deleteFile(key);
    await storage.deleteFile(key);
    await expect(storage.openFile(key)).rejects.toThrow(FileMissingError);
  });

  it('has copies that are independent of it and of each other', async () => {
    const [bytes, key] = [randomBytes(1000), newId()];
    await write(key, bytes, {});
    await storage.finishUpload(...wholeUpload(key, 1000, 1000));
    const copies = await duplicateFile(diskFolders(root), key, 5);
    expect(new Set([key, ...copies]).size).toBe(6);
    const [first = '', ...others] = copies;
    for (const gone of [key, first]) await storage.deleteFile(gone);
    for (const copy of others) expect((await readBack(copy)).equals(bytes)).toBe(true);
    expect((await Array.fromAsync(storage.listFiles())).map((file) => file.key).sort()).toEqual(
      [...others].sort(),
    );
    expect(await duplicateFile(diskFolders(root), key, 0)).toEqual([]);
  });

  it.each([
    ['became shorter', (path: string) => truncate(path, 10)],
    ['is a folder', undefined],
  ])('that %s cannot be copied, which is not an error of the copy', async (_, change) => {
    const [key, copy] = [newId(), newId()];
    await storage.storeFile(key, Readable.from([randomBytes(1000)]));
    const file = await storage.openFile(key);
    await change?.(join(root, 'files', key.slice(0, 2), key));
    const folder = await open(root);
    const source = change ? file : { ...file, fd: folder.fd };
    const error = await storage.copyFile(copy, source, { withDigest: false }).catch((reason) => reason);
    await Promise.all([file.close(), folder.close()]);
    expect(error).toBeInstanceOf(ReadFailure);
    expect(error.cause).toBeInstanceOf(UnreadableError);
    await expect(storage.openFile(copy)).rejects.toThrow(FileMissingError);
    expect(await filesOnDisk()).toEqual([]);
  });

  it('replaces what a killed copy has left', async () => {
    const [bytes, key, copy] = [randomBytes(1000), newId(), newId()];
    await storage.storeFile(key, Readable.from([bytes]));
    await writeFile(join(root, 'temp', 'uploads', `${copy}.part`), randomBytes(3000));
    const source = await storage.openFile(key);
    await storage.copyFile(copy, source, { withDigest: false });
    await source.close();
    expect((await readBack(copy)).equals(bytes)).toBe(true);
    expect(await filesOnDisk()).toEqual([]);
  });

  it('that is missing is not copied, and no file is created', async () => {
    await expect(duplicateFile(diskFolders(root), newId(), 3)).rejects.toThrow(FileMissingError);
    expect(await Array.fromAsync(storage.listFiles())).toEqual([]);
  });

  it('is listed, but foreign files are not', async () => {
    const key = newId();
    await write(key, randomBytes(10), {});
    await storage.finishUpload(...wholeUpload(key, 10, 10));
    await writeFile(join(root, 'files', 'note.txt'), 'x');
    await writeFile(join(root, 'files', key.slice(0, 2), '.hidden'), 'x');
    await mkdir(join(root, 'files', key.slice(0, 2), 'a-folder-of-somebody'));
    await mkdir(join(root, 'files', 'no'), { recursive: true });
    await writeFile(join(root, 'files', 'no', 'in-its-own-folder'), 'x');
    expect(await Array.fromAsync(storage.listFiles())).toEqual([
      { key, size: 10, modifiedAt: expect.any(Date) },
    ]);
  });
});

describe('a spooled body', () => {
  it('can be read repeatedly, and is deleted when it is discarded', async () => {
    const bytes = randomBytes(300_000);
    const spooled = await storage.spool(Readable.from([bytes]), maxBytes);
    expect(spooled.size).toBe(bytes.length);
    for (let round = 0; round < 2; round += 1) {
      const pieces: Buffer[] = [];
      for await (const piece of spooled.open()) pieces.push(piece);
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    }
    await spooled.discard();
    await spooled.discard();
    expect(await filesOnDisk()).toEqual([]);
  });

  it('leaves no file if it is too large or its stream fails', async () => {
    await expect(storage.spool(Readable.from([randomBytes(100)]), 99)).rejects.toMatchObject({
      reason: 'too_large',
    });
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(10);
        throw new Error('cut');
      })(),
    );
    await expect(storage.spool(broken, maxBytes)).rejects.toThrow('cut');
    expect(await filesOnDisk()).toEqual([]);
  });

  it('is removed a day after a crash, and not before', async () => {
    const old = new Date(Date.now() - 25 * 3600_000);
    const young = new Date(Date.now() - 23 * 3600_000);
    for (const [name, time] of [
      ['left-by-a-crash.spool', old],
      ['of-another-process.spool', young],
      ['an-unfinished-upload.part', old],
    ] as const) {
      const path = join(root, 'temp', 'uploads', name);
      await writeFile(path, 'x');
      await utimes(path, time, time);
    }
    await createDiskStorage(options());
    expect((await filesOnDisk()).sort()).toEqual(['an-unfinished-upload.part', 'of-another-process.spool']);
  });
});

describe('the temp folder', () => {
  it('is listed with the kind and the upload of each file', async () => {
    const handle = newId();
    await write(handle, randomBytes(10), {});
    await write(handle, randomBytes(5), { chunkNumber: 7, offset: undefined });
    const spooled = await storage.spool(Readable.from([randomBytes(3)]), maxBytes);
    await mkdir(join(root, 'temp', 'somebody'));
    await writeFile(join(root, 'temp', 'somebody', `${handle}.part`), 'x');
    await symlink(join(root, 'files'), join(root, 'temp', 'uploads', 'a-link-to-files'));
    const entries = await storage.listTemp();
    const facts = entries.map(({ name, kind, key, size }) => ({ path: name, kind, key, size }));
    expect(facts).toHaveLength(5);
    expect(facts).toEqual(
      expect.arrayContaining([
        { path: `temp/uploads/${handle}.part`, kind: 'part', key: handle, size: 10 },
        { path: `temp/uploads/${handle}.part.7`, kind: 'chunk', key: handle, size: 5 },
        { path: expect.stringMatching(/^temp\/uploads\/.+\.spool$/), kind: 'form', key: null, size: 3 },
        { path: `temp/somebody/${handle}.part`, kind: 'unknown', key: null, size: 1 },
        expect.objectContaining({ path: 'temp/uploads/a-link-to-files', kind: 'unknown', key: null }),
      ]),
    );
    await spooled.discard();
  });

  it('allows a file to be removed repeatedly, but no file behind a link', async () => {
    const key = newId();
    await write(key, randomBytes(10), {});
    await storage.finishUpload(...wholeUpload(key, 10, 10));
    await symlink(join(root, 'files'), join(root, 'temp', 'uploads', 'link'));
    await symlink(join(root, 'files', key.slice(0, 2), key), join(root, 'temp', 'uploads', 'link-to-file'));
    await expect(storage.deleteTemp(`temp/uploads/link/${key.slice(0, 2)}/${key}`)).rejects.toThrow();
    for (const { id } of [...(await storage.listTemp()), ...(await storage.listTemp())])
      await storage.deleteTemp(id);
    expect(await filesOnDisk()).toEqual([]);
    expect((await readBack(key)).length).toBe(10);
  });

  it.each([
    'files/ab/abcdefgh',
    'temp',
    'temp/../files/ab/abcdefgh',
    '../temp/uploads/x',
    'temp//x',
    '/temp/x',
    'temp/./x',
  ])('cannot be left through the path %s', async (path) => {
    await expect(storage.deleteTemp(path)).rejects.toThrow('not a temporary file');
  });
});

describe('the disk', () => {
  it('reports its free space, and that it is writable', async () => {
    expect(await storage.freeBytes()).toBeGreaterThan(0);
    await storage.check();
    expect(await filesOnDisk()).toEqual([]);
    await rm(root, { recursive: true });
    await expect(storage.check()).rejects.toThrow();
  });
});

describeStorage('a storage on a disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cellar-storage-'));
  await writeMark(folder, 'library');
  return createDiskStorage({ root: folder, pictures: join(folder, 'artwork'), library: 'library' });
});
