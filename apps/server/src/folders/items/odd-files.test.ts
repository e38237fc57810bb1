// Files with sizes and dates that only some file systems can hold, in every list of the API.
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { endpoints } from '@cellar/contract/endpoints.ts';
import { expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import { addFolder, createLibraryDisk } from '#test/library-disk.ts';

/** A sparse file takes no room, but ext4, for example, holds none of this size. */
const largest = '4E';
const sample = join(tmpdir(), `cellar-largest-${process.pid}`);
const canHold = spawnSync('truncate', ['-s', largest, sample]).status === 0;
rmSync(sample, { force: true });

it.skipIf(!canHold)('hide nothing else, in no list', async () => {
  const disk = await createLibraryDisk();
  const app = await buildApp({ env: { LIBRARY_ROOTS: disk.root } });
  const admin = await app.as('admin');
  const files = ['Huge.iso', 'Set/data/huge.dat', 'Old.iso', 'Late.iso', 'Set/set.exe'];
  await disk.write(Object.fromEntries(files.map((name) => [name, 'x'])));
  const change = (command: string, value: string, ...names: string[]) =>
    execFileSync(command, [
      command === 'touch' ? '-d' : '-s',
      value,
      ...names.map((name) => join(disk.root, name)),
    ]);
  change('truncate', largest, 'Huge.iso', 'Set/data/huge.dat');
  change('touch', '@1500000000', 'Huge.iso', 'Set/data/huge.dat');
  change('touch', '@-99999999999', 'Old.iso');
  change('touch', '@910692730085', 'Late.iso', 'Set/set.exe');

  const { id: folderId } = await addFolder(admin, disk.root, { platform: 'Windows' });
  await admin.call(api.addLibraryItems, { json: { selection: { filter: {} } } });
  await app.services.itemAdding.addInPlace(new AbortController().signal);
  const { items } = (await admin.call(api.listLibraryItems, { query: {} })).body;
  const problems = items.map((item: { title: string; problem: string }) => [item.title, item.problem]);
  expect(problems).toEqual([
    ['Huge', 'unreadable'],
    ['Set', 'unreadable'],
  ]);
  const { games } = (await admin.call(api.listGames, { query: {} })).body;
  expect(games).toHaveLength(2);
  for (const { _id } of games) {
    for (const { method, path } of Object.values(endpoints)) {
      if (method !== 'GET') continue;
      const id = path.startsWith('/api/admin/library') ? folderId : _id;
      const answer = await admin.fetch(path.replace(':id', id).replace(':platform', 'Windows'));
      await answer.body?.cancel();
      expect(answer.status, path).toBeLessThan(500);
    }
  }
  await app.close();
  await disk.remove();
});
