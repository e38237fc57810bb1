// A PostgreSQL that accepts everything and does not answer. Every request ends within half a minute and says so, what was under way is
// neither lost nor done twice, and all works again without a restart. What takes long goes on.
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { withPostgresSnapshot } from '#admin/backup/postgres-copy.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { complete, sampleUpload, sendAll, sendChunk } from '#test/sample-upload.ts';
import { createTestDatabase } from '#test/test-database.ts';
import { sha256, storedSha256 } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';
import { openSilentLine, type Silence, type SilentLine } from '../faulty-line.ts';
import { expectUnavailable, inSeconds } from './watch-others.ts';

const server = process.env.TEST_DATABASE_URL ?? '';
const longestSeconds = 30;
/** Longer than the database is left alone with a statement or a transaction. */
const longMs = 32_000;
/** More than the pool has. */
const manyRequests = 20;

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

interface Site {
  app: TestApp;
  line: SilentLine;
  url: string;
  admin: Client;
}

async function open(): Promise<Site> {
  const database = await createTestDatabase();
  const url = new URL(database.env.DATABASE_URL ?? '');
  const line = await openSilentLine({ host: url.hostname, port: Number(url.port) });
  url.port = String(line.port);
  const app = await buildApp({ database: { ...database, env: { DATABASE_URL: url.href } } });
  closing.push(database.drop, app.close, line.close);
  return { app, line, url: url.href, admin: await app.as('admin') };
}

const listOften = (admin: Client) =>
  Promise.all(
    Array.from({ length: manyRequests }, () => inSeconds(longestSeconds, 'list', admin.call(api.listGames))),
  );

async function expectRecovery({ app, line, admin }: Site): Promise<void> {
  line.speak();
  await eventually(async () => expect((await admin.call(api.listGames)).status).toBe(200));
  await eventually(async () => expect((await app.visitor.call(api.ready)).status).toBe(200));
}

async function fallsSilent(silence: Silence): Promise<void> {
  const site = await open();
  const { app, line, admin } = site;
  const game = await createGame(app.services, admin);
  const edit = { params: { id: game.id }, json: { description: 'edited' } };
  const upload = sampleUpload({ archive: sampleArchive(100_000), chunkSize: 50_000 });
  expect((await sendChunk(admin, upload, 0)).status).toBe(200);
  // Afterwards the pool is full of connections.
  await listOften(admin);
  line.fallSilent(silence);
  const refused = await Promise.all([
    inSeconds(longestSeconds, 'ready', app.visitor.call(api.ready)),
    inSeconds(longestSeconds, 'health', admin.call(api.getHealth)),
    inSeconds(longestSeconds, 'edit', admin.call(api.editGame, edit)),
    inSeconds(longestSeconds, 'chunk', sendChunk(admin, upload, 1)),
    ...(await listOften(admin)),
  ]);
  for (const answer of refused) expectUnavailable(answer);
  expect((await app.visitor.call(api.health)).status).toBe(200);
  await expectRecovery(site);
  // None of the silent connections is used again.
  for (const { status } of await listOften(admin)) expect(status).toBe(200);
  expect((await admin.call(api.editGame, edit)).body.description).toBe('edited');
  await sendAll(admin, upload);
  const { status, body } = await complete(admin, upload);
  expect(status).toBe(201);
  expect(await storedSha256(app, body._id)).toBe(sha256(upload.archive));
}

/** The commit counts, although nobody knows until the upload is completed again. */
async function fallsSilentAfterCommit(): Promise<void> {
  const site = await open();
  const { app, line, admin } = site;
  const upload = sampleUpload();
  await sendAll(admin, upload);
  line.fallSilentAfter(['insert into "games"', 'commit']);
  const { status } = await inSeconds(longestSeconds, 'completion', complete(admin, upload));
  expect(status).toBe(503);
  await expectRecovery(site);
  const listed = await admin.call(api.listGames);
  expect(listed.body.games).toHaveLength(1);
  const again = await complete(admin, upload);
  expect([again.status, again.body._id]).toEqual([201, listed.body.games[0]._id]);
  expect(await storedSha256(app, again.body._id)).toBe(sha256(upload.archive));
  expect((await admin.call(api.listGames)).body.games).toHaveLength(1);
}

/** The database does not notice either that the client is gone, and keeps the lock of the transaction. */
async function fallsSilentWithLock(): Promise<void> {
  const site = await open();
  const { app, line, admin } = site;
  const game = await createGame(app.services, admin);
  const edit = { params: { id: game.id }, json: { description: 'edited' } };
  line.fallSilentAfter(['update "games"']);
  expectUnavailable(await inSeconds(longestSeconds, 'edit', admin.call(api.editGame, edit)));
  await expectRecovery(site);
  expect(
    (await inSeconds(longestSeconds, 'edit again', admin.call(api.editGame, edit))).body.description,
  ).toBe('edited');
}

async function takesLong(): Promise<void> {
  const { app, url } = await open();
  const { db } = app.services.database;
  await Promise.all([
    sql`select pg_sleep(${sql.lit(longMs / 1000)})`.execute(db),
    withPostgresSnapshot(url, db, async (snapshot) => {
      await sleep(longMs);
      await snapshot.db.selectFrom('users').select('id').execute();
    }),
  ]);
}

// At the same time, because each of them mostly waits.
it.skipIf(!server)('a database that falls silent', async () => {
  await Promise.all([
    fallsSilent({}),
    fallsSilent({ dripMs: 3000 }),
    fallsSilentAfterCommit(),
    fallsSilentWithLock(),
    takesLong(),
  ]);
});
