// The power fails right after a command has said that it is done: a backup, and a restore into a folder that did not exist.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkFully, newFolder, newLibrary } from '#test/backups.ts';
import { buildApp } from '#test/build-app.ts';
import { startCellar } from '#test/cellar-command.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { type LosingDisk, prepareLosingDisk } from './losing-disk.ts';
import { canPreload } from './preloaded-library.ts';

const games = 3;
const nothing = { contents: 0, names: 0 };

it.skipIf(!canPreload)('keeps a backup and a restored library', async () => {
  const home = await newFolder('power');
  const held = join(home, 'disk');
  await mkdir(held);
  const disk = prepareLosingDisk(home, held);
  const library = await newLibrary();
  const app = await buildApp({ ...library, env: library.env });
  const admin = await app.as('admin');
  for (let left = games; left > 0; left -= 1)
    await createGame(app.services, admin, { archive: sampleArchive(300_000) });
  await app.close();

  const backups = join(held, 'backups');
  await endAndLosePower(disk, ['backup', backups], library.env);
  const { database, env } = await newLibrary();
  const dataDir = join(held, 'new', 'data');
  const restored = { ...env, DATA_DIR: dataDir };
  await endAndLosePower(disk, ['restore', backups], restored);

  const again = await buildApp({ dataDir, database });
  const found = await checkFully(again);
  await again.close();
  expect(found).toMatchObject({ missing: [], damaged: [], orphans: [], error: null, checkedFiles: games });
});

async function endAndLosePower(disk: LosingDisk, command: string[], env: Record<string, string>) {
  disk.begin();
  const { code, err } = await startCellar(command, { cwd: '/', env: { ...env, ...disk.env } }).ended;
  expect(code, err).toBe(0);
  disk.losePower(nothing);
}
