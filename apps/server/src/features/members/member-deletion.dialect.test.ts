// Deletes a member while an admin deletes games that the member has collected. PostgreSQL only, because SQLite has one writer at a time.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { addEntries } from '#test/library.ts';
import { onPostgres, untilWaiting } from '#test/lock-order.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

it.skipIf(!onPostgres)('does not deadlock with the deletion of many games', async () => {
  const [admin, member] = [await app.as('admin'), await app.as('member')];
  const entries = Array.from({ length: 100 }, (_, at) => ({ title: `Game ${at}` }));
  // Many games are deleted in the order of their ids, in several steps.
  const ids = (await addEntries(app.services, entries)).toSorted();
  const [first, last] = [ids.slice(0, 50), ids.slice(50)];
  // The places of a member go collection by collection: first those of the games that are deleted last.
  for (const [name, games] of Object.entries({ A: last, B: first })) {
    expect((await member.call(api.createCollection, { json: { name, games } })).status).toBe(201);
  }
  const { db } = app.services.database;
  const { deleting } = await db.transaction().execute(async (trx) => {
    // Holds up the deletion of the games in the middle, until that of the member waits too.
    await trx
      .selectFrom('games')
      .select('id')
      .where('id', '=', last[0] ?? '')
      .forUpdate()
      .execute();
    const games = admin.call(api.changeGames, { json: { ids, action: { kind: 'delete' } } });
    await untilWaiting(db, 1);
    const params = { userId: member.account?.id ?? '' };
    const account = admin.call(api.deleteUser, { params });
    await untilWaiting(db, 2);
    // Wrapped in an object so that it is not awaited here: it continues only after this transaction.
    return { deleting: Promise.all([games, account]) };
  });
  expect((await deleting).map(({ status }) => status)).toEqual([200, 200]);
  expect(await db.selectFrom('collectionGames').select('gameId').execute()).toEqual([]);
});
