// Copies a file more often than its filesystem allows hard links to one file (65,000 on ext4).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { newId } from '#platform/tokens.ts';
import { readStored } from '#test/traces.ts';
import { duplicateFile } from './disk-files.ts';
import { diskFolders } from './disk-folders.ts';
import { createDiskStorage } from './disk-storage.ts';
import { writeMark } from './library-mark.ts';

it('the storage copies a file more often than it can be linked', async () => {
  const root = await mkdtemp(join(tmpdir(), 'cellar-storage-'));
  await writeMark(root, 'library');
  const storage = await createDiskStorage({ root, pictures: join(root, 'artwork'), library: 'library' });
  const key = newId();
  await storage.storeFile(key, Readable.from([Buffer.from('small')]));
  const keys = await duplicateFile(diskFolders(root), key, 70_000);
  const files = await Array.fromAsync(storage.listFiles());
  expect(files.length).toBe(70_001);
  expect(files.every(({ size }) => size === 5)).toBe(true);
  for (const copy of [keys[64_990], keys[65_005], keys[69_999]]) {
    expect((await readStored(await storage.openFile(copy ?? ''))).toString()).toBe('small');
  }
  await rm(root, { recursive: true });
});
