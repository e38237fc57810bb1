// Whether recorded-changes.c records every way in which Node changes files. What it missed would never be lost.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '#test/backups.ts';
import { prepareLosingDisk } from './losing-disk.ts';
import { canPreload } from './preloaded-library.ts';

const changes = `
  const fs = require('node:fs');
  fs.writeFileSync('a', 'x'.repeat(300000));
  fs.appendFileSync('a', 'more');
  fs.copyFileSync('a', 'b');
  fs.copyFileSync('a', 'c', fs.constants.COPYFILE_FICLONE);
  fs.mkdirSync('d/e/f', { recursive: true });
  fs.renameSync('b', 'd/e/b');
  fs.linkSync('a', 'd/link');
  fs.cpSync('d', 'h', { recursive: true });
  const file = fs.openSync('g', 'w+');
  fs.writevSync(file, [Buffer.from('12'), Buffer.from('34')], 7);
  fs.writevSync(file, [Buffer.from('56')]);
  fs.ftruncateSync(file, 5);
  fs.fsyncSync(file);
  fs.writeSync(file, 'z', 3);
  fs.truncateSync('c', 100);
  fs.rmSync('d/e', { recursive: true });
  fs.writeFileSync('a', 'shorter');
  fs.unlinkSync('c');
  fs.createReadStream('a').pipe(fs.createWriteStream('i')).on('close', () => {
    require('node:child_process').execSync('echo of a child > j; mv j k; cp a l; mkdir m; rmdir m');
  });`;

it.skipIf(!canPreload)('the journal has every change of a program and its children', async () => {
  const home = await newFolder('recorded');
  const folder = join(home, 'disk');
  mkdirSync(folder);
  const disk = prepareLosingDisk(home, folder);
  disk.begin();
  const env = { ...process.env, ...disk.env };
  const { status, stderr } = spawnSync(process.execPath, ['-e', changes], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  expect(() => disk.checkJournal()).not.toThrow();
});
