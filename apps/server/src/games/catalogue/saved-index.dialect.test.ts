// A start reads the saved index of a large library. What is in it must be right, or it must not be used.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Db } from '#db/schema.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { addEntries } from '#test/factories.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { eventually } from '../../../../../test/waiting.ts';

/** As many as a library must have to be saved. */
const games = 5000;
const gamesAtOnce = 1000;

let place: TestDatabase;
let app: TestApp;
let db: Db;
let path: string;
let ids: string[];
beforeAll(async () => {
  place = await createTestDatabase();
  app = await buildApp({ database: place });
  db = app.services.database.db;
  path = join(app.dataDir, 'catalogue-index');
  for (let first = 0; first < games; first += gamesAtOnce) {
    const titles = Array.from({ length: gamesAtOnce }, (_, at) => ({ title: `Game ${first + at}` }));
    ids = await addEntries(app.services, titles);
  }
  expect(await titlesAt(app)).toEqual(['Game 4998', 'Game 4999']);
  await eventually(() => expect(existsSync(path)).toBe(true));
  // The saved index is the only place with the titles that these games had.
  for (const id of ids.slice(-2)) await rename(id, 'Renamed');
  await sql`delete from "gameChanges" where version > ${(await savedHead()).version}`.execute(db);
});
afterAll(async () => {
  await app.close();
  await place.drop();
});

/** Returns the titles of the two games that sort last. */
async function titlesAt(one: TestApp): Promise<string[]> {
  const member = await one.as('member');
  const query = { sort: 'titleDesc', search: '499', limit: 1000 };
  const { body } = await member.call(api.listGames, { query });
  const titles: string[] = body.games.map(({ title }: { title: string }) => title);
  return titles.filter((title) => /^Game 499[89]$/.test(title)).reverse();
}

async function titlesAfterStart(): Promise<string[]> {
  const other = await buildApp({ database: place, dataDir: app.dataDir });
  onTestFinished(() => other.close());
  return titlesAt(other);
}

function rename(id: string, title: string) {
  return db.updateTable('games').set({ title }).where('id', '=', id).execute();
}

async function savedHead(): Promise<{ version: number; token: string }> {
  const bytes = await readFile(path);
  return JSON.parse(bytes.toString('utf8', 4, 4 + bytes.readUInt32LE()));
}

it('is read by the next start, and the log adds what has changed since', async () => {
  expect(await titlesAfterStart()).toEqual(['Game 4998', 'Game 4999']);
  await rename(ids.at(-1) as string, 'Renamed again');
  expect(await titlesAfterStart()).toEqual(['Game 4998']);
});

const middle = ({ length }: Buffer) => Math.floor(length / 2);
const damages: Record<string, (bytes: Buffer) => Buffer> = {
  'one byte of a game is wrong': (bytes) => bytes.fill(0xff, middle(bytes), middle(bytes) + 1),
  'its end is missing': (bytes) => bytes.subarray(0, -1000),
  'only its head was written': (bytes) => bytes.subarray(0, 4 + bytes.readUInt32LE()),
  'it is empty': () => Buffer.alloc(0),
  'it is not an index': () => Buffer.from('something else'),
  'another version wrote it': (bytes) => bytes.fill('0', bytes.indexOf('"1 ') + 1, bytes.indexOf('"1 ') + 2),
  'it belongs to another database': (bytes) => {
    const token = bytes.indexOf('"token":"') + 9;
    return bytes.fill('-', token, token + 20);
  },
};

it.each(Object.entries(damages))('is not used if %s, and is then saved again', async (_, damage) => {
  const before = await readFile(path);
  const { token } = await savedHead();
  onTestFinished(() => writeFile(path, before));
  await writeFile(path, damage(Buffer.from(before)));
  expect(await titlesAfterStart()).toEqual([]);
  const isSavedAgain = async () => {
    const head = await savedHead().catch(() => undefined);
    return head !== undefined && ![token, '-'.repeat(token.length)].includes(head.token);
  };
  await expect.poll(isSavedAgain).toBe(true);
});

it('is not used if the database was restored from an earlier backup', async () => {
  await db.deleteFrom('savedCatalogues').execute();
  expect(await titlesAfterStart()).toEqual([]);
});
