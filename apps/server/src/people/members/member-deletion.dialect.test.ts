// Deletes members and games while others write. What is on PostgreSQL only needs two writers at a time, and SQLite has one.
import { api } from '@cellar/contract/api.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { addEntries } from '#test/factories.ts';
import { onPostgres, untilWaiting } from '#test/lock-order.ts';
import { sharedApp } from '#test/shared-app.ts';

const app = sharedApp();

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

/** Everything that stores a row that refers to the member. The other requests are about the game. */
const writesOf = (client: Client, gameId: string) => [
  client.call(api.createCollection, { json: { name: 'Mine', games: [gameId] } }),
  client.call(api.saveFilter, { json: { name: 'Mine', filter: { search: 'x' } } }),
  client.call(api.renewOwnFeed),
  client.call(api.createRequest, { json: { title: 'Half-Life' } }),
  client.call(api.createApiToken, { json: { name: 'Script', scopes: ['read'], expiresInDays: 90 } }),
  client.call(api.recordVisit),
  client.call(api.changeGameMarks, { params: { id: gameId }, json: { isFavorite: true } }),
];

const statusesOf = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);

it.skipIf(!onPostgres)('tells a member whose account is gone that the session is over', async () => {
  const [gameId = ''] = await addEntries(app.services, [{ title: 'Quake' }]);
  const member = await app.as('member');
  const { db } = app.services.database;
  const { answers } = await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('users')
      .where('id', '=', member.account?.id ?? '')
      .execute();
    const answers = writesOf(member, gameId);
    await untilWaiting(db, answers.length);
    // Wrapped in an object so that it is not awaited here: it continues only after this transaction.
    return { answers };
  });
  const codes = (await Promise.all(answers)).map(({ body }) => (body as { code?: string }).code);
  expect(codes).toEqual(answers.map(() => 'session_expired'));
});

it.skipIf(!onPostgres)('does not find a game that is deleted at the same moment', async () => {
  const [gameId = ''] = await addEntries(app.services, [{ title: 'Doom' }]);
  const [admin, member] = [await app.as('admin'), await app.as('member')];
  const request = await member.call(api.createRequest, { json: { title: 'Doom, please' } });
  const params = { id: request.body.request._id };
  const { db } = app.services.database;
  const { answers } = await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('games').where('id', '=', gameId).execute();
    const answers = [
      admin.call(api.decideRequest, { params, json: { state: 'fulfilled', gameId } }),
      member.call(api.changeGameMarks, { params: { id: gameId }, json: { isFavorite: true } }),
    ];
    await untilWaiting(db, answers.length);
    return { answers };
  });
  expect(await statusesOf(answers)).toEqual([404, 404]);
});

it.skipIf(onPostgres)(
  'does not report an error of the server when SQLite refuses a foreign key',
  async () => {
    const member = await app.as('member');
    const { db } = app.services.database;
    // SQLite undoes this deletion together with the refused statement.
    await sql`create temp trigger gone before insert on "savedFilters"
    begin delete from users where id = new."userId"; end`.execute(db);
    const json = { name: 'Mine', filter: { search: 'x' } };
    expect((await member.call(api.saveFilter, { json })).body).toMatchObject({ code: 'not_found' });
    await sql`drop trigger gone`.execute(db);
  },
);

it('answers requests of a member who is deleted at the same moment, without errors', async () => {
  const admin = await app.as('admin');
  for (let round = 0; round < 15; round++) {
    const member = await app.as('member');
    const [gameId = ''] = await addEntries(app.services, [{ title: `Round ${round}` }]);
    const answers = [
      ...writesOf(member, gameId),
      admin.call(api.deleteUser, { params: { userId: member.account?.id ?? '' } }),
      ...writesOf(member, gameId),
      ...(round % 2 ? [admin.call(api.deleteGame, { params: { id: gameId } })] : []),
      ...writesOf(member, gameId),
    ];
    const statuses = await statusesOf(answers);
    expect(statuses.filter((status) => status >= 500 || status === 0)).toEqual([]);
  }
});
