// Moves libraries between databases and folders. On PostgreSQL, the library moves from there to SQLite and back.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openStorages } from '#admin/backup/empty-storage.ts';
import { openDatabase } from '#db/database.ts';
import { type Config, readConfig } from '#start/config.ts';
import { checkFully, newFolder, newLibrary } from '#test/backups.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { addCheat } from '#test/extras-and-cheats.ts';
import { createGame } from '#test/factories.ts';
import { sampleUpload, sendChunk } from '#test/sample-upload.ts';
import { storedPath } from '#test/traces.ts';
import { moveLibrary } from './move-library.ts';
import { tableKeys } from './table-keys.ts';

let dataDir: string;
let env: Record<string, string>;
let game: Awaited<ReturnType<typeof createGame>>;
beforeEach(async () => {
  const library = await newLibrary();
  ({ dataDir, env } = library);
  await whileRunning(env, async (app) => {
    const admin = await app.as('admin');
    game = await createGame(app.services, admin);
    await createGame(app.services, admin);
    await addCheat(admin, game.id);
    const server = { host: 'smtp.example.org', port: 587, security: 'starttls', from: 'a@cellar.example' };
    const login = { user: 'library', password: 'a secret of the mail server' };
    expect((await admin.call(api.putMailServer, { json: { ...server, ...login } })).status).toBe(200);
  });
});

async function whileRunning(given: Record<string, string>, work: (app: TestApp) => Promise<unknown>) {
  const database = { env: given, drop: async () => undefined };
  const app = await buildApp({ dataDir: given.DATA_DIR ?? dataDir, database, env: given });
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

/** Moves the library to what the variables name. */
async function moveTo(changes: Record<string, string>, onTable = (_table: string) => {}) {
  const [from, to] = [readConfig(env), readConfig({ ...env, ...changes })];
  const tables: string[] = [];
  await moveLibrary({
    from: from.database,
    toDatabase: changes.DATABASE_URL ? to.database : undefined,
    openStorages: changes.STORAGE_URL ? (library) => openStorages(from, to, library) : undefined,
    onProgress: () => undefined,
    onTable: ({ table }) => {
      onTable(table);
      tables.push(table);
    },
  });
  return { env: { ...env, ...changes }, tables };
}

/** A database of the other kind, if there is one. */
async function newDatabase(): Promise<string> {
  return `sqlite:${join(await newFolder('moved'), 'moved.db')}`;
}

async function rowsOf({ database }: Pick<Config, 'database'>) {
  const { db, close } = openDatabase(database);
  try {
    const { games, users, mailServer } = {
      mailServer: await db.selectFrom('mailServer').selectAll().execute(),
      games: await db.selectFrom('games').selectAll().orderBy('id').execute(),
      users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
    };
    return { games, users, mailServer };
  } finally {
    await close();
  }
}

it('moves the rows to another database, and the files to another folder', async () => {
  const before = await rowsOf(readConfig(env));
  const moved = await moveTo({
    DATABASE_URL: await newDatabase(),
    STORAGE_URL: `file:${await newFolder('storage')}`,
  });
  expect(moved.tables).toContain('games');
  expect(await rowsOf(readConfig(moved.env))).toEqual(before);
  expect(await rowsOf(readConfig(env))).toEqual(before);
  await rm(join(dataDir, 'files'), { recursive: true });
  await whileRunning(moved.env, async (app) => {
    expect(await checkFully(app)).toMatchObject({ missing: [], damaged: [], orphans: [], checkedFiles: 3 });
    const { body } = await app.visitor.call(api.getGame, { params: { id: game.id } });
    expect(body.title).toBe(game.title);
  });
});

it('moves the rows back, and numbers later changes', async () => {
  const there = await moveTo({ DATABASE_URL: await newDatabase() });
  const { database } = await newLibrary();
  const target = database.env.DATABASE_URL ?? (await newDatabase());
  const first = env;
  env = there.env;
  const back = await moveTo({ DATABASE_URL: target });
  expect(await rowsOf(readConfig(back.env))).toEqual(await rowsOf(readConfig(first)));
  await whileRunning(back.env, async (app) => {
    const admin = await app.as('admin');
    const { id } = await createGame(app.services, admin, { title: 'Added After The Move' });
    const { body } = await app.visitor.call(api.getGame, { params: { id } });
    expect(body.title).toBe('Added After The Move');
  });
});

it('can be run again, and then only compares', async () => {
  const changes = { DATABASE_URL: await newDatabase(), STORAGE_URL: `file:${await newFolder('storage')}` };
  await moveTo(changes);
  expect((await moveTo(changes)).tables).toEqual([]);
  await whileRunning(env, async (app) => createGame(app.services, await app.as('admin')));
  await expect(moveTo(changes)).rejects.toThrow('The new database already holds this library, but its table');
});

it('lets no server start with a database into which it was interrupted', async () => {
  const changes = { DATABASE_URL: await newDatabase() };
  const interrupt = (table: string) => {
    if (table === 'games') throw new Error('interrupted');
  };
  await expect(moveTo(changes, interrupt)).rejects.toThrow('interrupted');
  const start = () => whileRunning({ ...env, ...changes }, async () => undefined);
  await expect(start()).rejects.toThrow('A restore or move into this database has not ended');
  await moveTo(changes);
  await start();
});

it('lets no server start with a storage into which it was interrupted', async () => {
  const changes = { STORAGE_URL: `file:${await newFolder('storage')}` };
  let path = '';
  await whileRunning(env, async (app) => {
    path = await storedPath(app, game.id, 'Windows');
  });
  const bytes = await readFile(path);
  await writeFile(path, Buffer.alloc(bytes.length));
  await expect(moveTo(changes)).rejects.toThrow('missing or damaged, so it was not moved');
  const start = () => whileRunning({ ...env, ...changes }, async () => undefined);
  await expect(start()).rejects.toThrow(/A move into .* has not ended/);
  await writeFile(path, bytes);
  await moveTo(changes);
  await start();
});

it('refuses a database or a folder of another library', async () => {
  const other = await newLibrary();
  await whileRunning(other.env, async (app) => createGame(app.services, await app.as('admin')));
  const database = other.env.DATABASE_URL ?? `sqlite:${join(other.dataDir, 'cellar.db')}`;
  await expect(moveTo({ DATABASE_URL: database })).rejects.toThrow('holds another library');
  await expect(moveTo({ STORAGE_URL: `file:${other.dataDir}` })).rejects.toThrow('another library');
});

it('refuses while a server runs', async () => {
  const database = await newDatabase();
  await whileRunning(env, async () => {
    await expect(moveTo({ DATABASE_URL: database })).rejects.toThrow('presumably a running server');
  });
});

it('refuses to leave unfinished uploads and damaged files behind', async () => {
  const changes = { STORAGE_URL: `file:${await newFolder('storage')}` };
  await whileRunning(env, async (app) => {
    await writeFile(await storedPath(app, game.id, 'Windows'), Buffer.alloc(5000));
  });
  await expect(moveTo(changes)).rejects.toThrow('missing or damaged, so it was not moved');
  await whileRunning(env, async (app) => sendChunk(await app.as('admin'), sampleUpload(), 0));
  await expect(moveTo(changes)).rejects.toThrow('Uploads are unfinished (1)');
});

it('lists every table', async () => {
  const { db, close } = openDatabase(readConfig(env).database);
  onTestFinished(close);
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  expect(Object.keys(tableKeys).sort()).toEqual(tables.sort());
});
