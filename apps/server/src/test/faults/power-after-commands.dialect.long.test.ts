// The power fails right after a command has said that it is done: a backup, a restore into a folder that did not exist, an export, and a
// move. Or it fails during a move, which then is run again.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { markName } from '#platform/storage/disk/library-mark.ts';
import { checkFully, type NewLibrary, newFolder, newLibrary } from '#test/backups.ts';
import { buildApp } from '#test/build-app.ts';
import { startCellar } from '#test/cellar-command.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { addCheat } from '../extras-and-cheats.ts';
import { keepPicture } from '../sample-pictures.ts';
import { anyShares, type LosingDisk, prepareLosingDisk } from './losing-disk.ts';
import { canPreload } from './preloaded-library.ts';

/** How often the power fails during a move. `npm run test:faults` sets more. */
const losses = Math.ceil(Number(process.env.FAULT_KILLS ?? 30) / 10);
const games = 3;
const files = games + 1;
const nothing = { contents: 0, names: 0 };
const whole = { missing: [], damaged: [], orphans: [], error: null, checkedFiles: files };

interface Place {
  /** What may lose changes. */
  held: string;
  disk: LosingDisk;
}

async function preparePlace(): Promise<Place> {
  const home = await newFolder('power');
  const held = join(home, 'disk');
  await mkdir(held);
  return { held, disk: prepareLosingDisk(home, held) };
}

type Library = Pick<NewLibrary, 'dataDir' | 'env'>;

/** Games with pictures, and a cheat file. */
async function fill(library: Library): Promise<void> {
  const app = await openLibrary(library);
  const admin = await app.as('admin');
  for (let left = games; left > 0; left -= 1) {
    const { id } = await createGame(app.services, admin, { archive: sampleArchive(300_000) });
    await keepPicture(admin, id);
    if (left === 1) expect((await addCheat(admin, id)).status).toBe(201);
  }
  await app.close();
}

function openLibrary({ dataDir, env }: Library) {
  return buildApp({ dataDir, database: { env, drop: async () => undefined }, env });
}

async function expectWhole(library: Library): Promise<void> {
  const app = await openLibrary(library);
  try {
    expect(await checkFully(app)).toMatchObject(whole);
    const { count } = app.services.database.db.fn;
    const counted = app.services.database.db.selectFrom('games').select(count('id').as('games'));
    expect(Number((await counted.executeTakeFirst())?.games)).toBe(games);
  } finally {
    await app.close();
  }
}

async function endAndLosePower({ disk }: Place, command: string[], env: Record<string, string>) {
  disk.begin();
  const { code, err } = await startCellar(command, { cwd: '/', env: { ...env, ...disk.env } }).ended;
  expect(code, err).toBe(0);
  disk.losePower(nothing);
}

/** The arguments that move a library, and the library there. Nothing is at the new places yet. */
function planMove({ held }: Place, { dataDir, env }: Library, databaseUrl?: string) {
  const address = databaseUrl ?? `sqlite:${join(held, 'new', 'databases', 'moved.db')}`;
  const storage = `file:${join(held, 'new', 'storage')}`;
  return {
    command: ['migrate', '--to-database', address, '--to-storage', storage],
    moved: { dataDir, env: { ...env, DATABASE_URL: address, STORAGE_URL: storage } },
  };
}

it.skipIf(!canPreload)('keeps a backup, a restored library, and an export', async () => {
  const place = await preparePlace();
  const library = await newLibrary();
  await fill(library);
  const backups = join(place.held, 'backups');
  await endAndLosePower(place, ['backup', backups], library.env);
  const { database, env } = await newLibrary();
  const dataDir = join(place.held, 'new', 'data');
  const restored = { ...env, DATA_DIR: dataDir };
  await endAndLosePower(place, ['restore', backups], restored);
  await expectWhole({ dataDir, env: { ...database.env, DATA_DIR: dataDir } });

  const exported = join(place.held, 'exports', 'today');
  await endAndLosePower(place, ['export', exported], library.env);
  // One picture for each game and one cheat file, beside the list of games and the summary.
  const entries = await readdir(exported, { recursive: true, withFileTypes: true });
  expect(entries.filter((entry) => entry.isFile())).toHaveLength(games + 1 + 2);
});

it.skipIf(!canPreload)('keeps a moved library', async () => {
  const place = await preparePlace();
  const library = await newLibrary();
  await fill(library);
  const { command, moved } = planMove(place, library);
  await endAndLosePower(place, command, library.env);
  await expectWhole(moved);
});

it.skipIf(!canPreload)('completes a move that was interrupted, and keeps the old library', async () => {
  const place = await preparePlace();
  const dataDir = join(place.held, 'data');
  const library = { dataDir, env: { DATA_DIR: dataDir } };
  await fill(library);
  // With PostgreSQL, the library moves there.
  const { database } = await newLibrary();
  const { command, moved } = planMove(place, library, database.env.DATABASE_URL);
  const moveMs = await measureMove(library);
  for (let left = losses; left > 0; left -= 1) {
    place.disk.begin();
    const run = startCellar(command, { cwd: '/', env: { ...library.env, ...place.disk.env } });
    await Promise.race([sleep(moveMs * (0.3 + 0.6 * Math.random())), run.ended]);
    run.kill('SIGKILL');
    const { code } = await run.ended;
    place.disk.losePower(anyShares());
    await expectWhole(await copyOf(library));
    // Nothing is there yet.
    if (!existsSync(join(place.held, 'new', 'storage', markName))) continue;
    const refusal = await expectWhole(moved).catch((error: Error) => error.message);
    if (refusal === undefined) return;
    // No server starts with half of a library.
    expect([code, refusal]).toEqual([
      null,
      expect.stringMatching(/^A (restore or )?move into .* has not ended/),
    ]);
  }
  await endAndLosePower(place, command, library.env);
  await expectWhole(await copyOf(library));
  await expectWhole(moved);
});

/** A second run of a complete move compares, so nothing may change the library. */
async function copyOf({ dataDir }: Library): Promise<Library> {
  const copy = await newFolder('copy');
  await cp(dataDir, copy, { recursive: true });
  return { dataDir: copy, env: { DATA_DIR: copy } };
}

/** Moves a library to another place, and returns how long that takes. */
async function measureMove(library: Library): Promise<number> {
  const spare = await preparePlace();
  const begun = performance.now();
  await endAndLosePower(spare, planMove(spare, library).command, library.env);
  return performance.now() - begun;
}
