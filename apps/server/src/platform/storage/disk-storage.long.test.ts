// Copies a file more often than its filesystem allows hard links to one file (65,000 on ext4).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { newId } from '#platform/tokens.ts';
import { createDiskStorage } from './disk-storage.ts';
import { writeMark } from './library-mark.ts';

it('the storage copies a file more often than it can be linked', async () => {
  const root = await mkdtemp(join(tmpdir(), 'cellar-storage-'));
  await writeMark(root, 'library');
  const storage = await createDiskStorage(root, 'library');
  const key = newId();
  await storage.writeChunk(key, Readable.from([Buffer.from('small')]), {
    ...{ chunkNumber: 0, offset: 0, maxBytes: 5 },
  });
  await storage.finishUpload(key, { size: 5, chunkSize: 5, totalChunks: 1 });
  const keys = await storage.duplicateFile(key, 70_000);
  const files = await storage.listFiles();
  expect(files.length).toBe(70_001);
  expect(files.every(({ size }) => size === 5)).toBe(true);
  for (const copy of [keys[64_990], keys[65_005], keys[69_999]]) {
    const file = await storage.openFile(copy ?? '');
    const buffer = Buffer.alloc(5);
    await file.read(buffer, 0, 5, 0);
    await file.close();
    expect(buffer.toString()).toBe('small');
  }
  await rm(root, { recursive: true });
});
