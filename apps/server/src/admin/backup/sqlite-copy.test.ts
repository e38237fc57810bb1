import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { withSqliteSnapshot } from './sqlite-copy.ts';

it('is refused if its disk has no room for a second copy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cellar-snapshot-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'cellar.db');
  new SQLite(path).exec('create table games (id text)').close();
  expect(await withSqliteSnapshot(path, async () => 'copied')).toBe('copied');
  // A file with a hole takes no room itself.
  await truncate(path, 8 * 1024 ** 4);
  await expect(withSqliteSnapshot(path, async () => 'copied')).rejects.toThrow(/ free, and .* are needed\.$/);
  expect((await readdir(folder)).filter((name) => name.includes('backup'))).toEqual([]);
});
