// The catalogue keeps its data in memory. The very next request must see every change, whichever node made it.
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#db/schema.ts';
import { newId } from '#platform/tokens.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addEntries, createGame } from '#test/factories.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';

const isPostgres = Boolean(process.env.TEST_DATABASE_URL);

let place: TestDatabase;
let app: TestApp;
/** A second node, which shares only the database. */
let other: TestApp;
let db: Db;
let clients: Client[];
beforeAll(async () => {
  place = await createTestDatabase();
  app = await buildApp({ database: place });
  other = await buildApp({ database: place, dataDir: app.dataDir });
  db = app.services.database.db;
  clients = [await app.as('member'), await other.as('member')];
});
afterAll(async () => {
  await other.close();
  await app.close();
  await place.drop();
});
beforeEach(async () => {
  await db.deleteFrom('games').execute();
  // Both nodes must load the catalogue before a test changes it.
  expect(await listed()).toEqual([]);
});

/** Returns the catalogue's response, which must be the same on both nodes. */
async function askBoth(endpoint: Parameters<Client['call']>[0], query: Record<string, string | number> = {}) {
  const answers = await Promise.all(clients.map((client) => client.call(endpoint, { query })));
  const [one, two] = answers.map(({ status, body }) => ({ status, body }));
  expect(one?.status, JSON.stringify(one?.body)).toBe(200);
  expect(two).toEqual(one);
  return one?.body;
}

async function games(query: Record<string, string | number> = {}) {
  return (await askBoth(api.listGames, { limit: 1000, sort: 'titleAsc', ...query })).games;
}

async function listed(query: Record<string, string | number> = {}): Promise<string[]> {
  return (await games(query)).map(({ title }: { title: string }) => title);
}

function row(title: string) {
  const texts = { title, titleKey: titleKey(title), titleFold: '', description: '' };
  return { id: newId(), ...texts, createdAt: '2026-01-01T00:00:00.000Z' };
}

describe('the catalogue immediately shows', () => {
  it('added and deleted games', async () => {
    const [id] = await addEntries(app.services, [
      { title: 'Beta', platforms: ['Linux'], genres: ['Puzzle'] },
    ]);
    await addEntries(other.services, [{ title: 'Alpha' }]);
    expect(await listed()).toEqual(['Alpha', 'Beta']);
    expect(await listed({ search: 'bet', platform: 'Linux', genre: 'Puzzle' })).toEqual(['Beta']);
    await other.services.games.deleteGame(id as string);
    expect(await listed()).toEqual(['Alpha']);
    expect(await askBoth(api.gameFilters)).toEqual({
      genres: [],
      genreGames: [],
      platforms: [],
      ownPlatforms: [],
    });
  });

  it('a game added by an upload, and its second platform', async () => {
    const admin = await app.as('admin');
    const { title } = await createGame(app.services, admin, { platform: 'Windows' });
    expect(await listed({ platform: 'Windows' })).toEqual([title]);
    expect(await listed({ platform: 'Mac' })).toEqual([]);
    await createGame(app.services, admin, { title, platform: 'Mac' });
    expect(await listed({ platform: 'Mac' })).toEqual([title]);
  });

  it('edits by an admin', async () => {
    const [id] = await addEntries(app.services, [{ title: 'Before' }, { title: 'Mid' }]);
    expect(await listed()).toEqual(['Before', 'Mid']);
    const json = { title: 'Žut', genres: ['Puzzle'], releaseDate: '1990-01-01' };
    const edit = await (await other.as('admin')).call(api.editGame, { params: { id: id as string }, json });
    expect(edit.status).toBe(200);
    expect(await listed()).toEqual(['Mid', 'Žut']);
    expect(await listed({ genre: 'Puzzle', search: 'zut' })).toEqual(['Žut']);
    expect(await listed({ sort: 'releaseDateAsc' })).toEqual(['Žut', 'Mid']);
  });

  it('titles, release dates and pictures changed directly in the database', async () => {
    const [id] = await addEntries(app.services, [
      { title: 'Before', releaseDate: '2001-01-01' },
      { title: 'Mid' },
    ]);
    expect(await listed()).toEqual(['Before', 'Mid']);
    await db
      .updateTable('games')
      .set({ title: 'Přes' })
      .where('id', '=', id as string)
      .execute();
    expect(await listed()).toEqual(['Mid', 'Přes']);
    expect(await listed({ search: 'pres' })).toEqual(['Přes']);
    expect(await listed({ search: 'before' })).toEqual([]);
    expect(await listed({ sort: 'releaseDateAsc' })).toEqual(['Přes', 'Mid']);
    await db
      .updateTable('games')
      .set({ releaseDate: null })
      .where('id', '=', id as string)
      .execute();
    await db.updateTable('games').set({ releaseDate: '1990-01-01' }).where('title', '=', 'Mid').execute();
    expect(await listed({ sort: 'releaseDateAsc' })).toEqual(['Mid', 'Přes']);
    const boxArt = `${'a'.repeat(64)}.webp`;
    await db
      .updateTable('games')
      .set({ boxArt })
      .where('id', '=', id as string)
      .execute();
    expect((await games())[1]).toMatchObject({ boxArtUrl: `/api/artwork/${boxArt}`, boxArtThumbhash: null });
    const picture = { name: boxArt, width: 2, height: 3, fileSize: 1, createdAt: '2026-01-01T00:00:00.000Z' };
    await db
      .insertInto('artworks')
      .values({ ...picture, thumbhash: 'AAAA' })
      .execute();
    expect((await games())[1]).toMatchObject({ boxArtThumbhash: 'AAAA' });
    await db.updateTable('artworks').set({ thumbhash: 'BBBB' }).where('name', '=', boxArt).execute();
    expect((await games())[1]).toMatchObject({ boxArtThumbhash: 'BBBB' });
    await db.deleteFrom('artworks').where('name', '=', boxArt).execute();
    expect((await games())[1]).toMatchObject({ boxArtThumbhash: null });
  });

  it('all changes, even while the index is rebuilt after many changes', async () => {
    await addEntries(
      app.services,
      Array.from({ length: 450 }, (_, at) => ({ title: `Game ${at}`, genres: ['Zen'] })),
    );
    for (let round = 0; round < 10; round += 1) {
      const title = sql<string>`'Round ' || ${sql.lit(round)} || substr("title", length("title") - 3)`;
      await db
        .updateTable('games')
        .set({ title, titleKey: sql`"id" || ${sql.lit(round)}` })
        .execute();
      const { totalGames } = await askBoth(api.listGames, { search: `round ${round}`, genre: 'Zen' });
      expect(totalGames).toBe(450);
    }
    await db.deleteFrom('games').where('title', 'like', '%7').execute();
    expect((await listed()).length).toBe(405);
    expect((await listed({ search: 'round 9', genre: 'Zen' })).length).toBe(405);
  });

  it('genres and files that are added, changed, moved or deleted', async () => {
    const [one, two] = await addEntries(app.services, [
      { title: 'One', genres: ['Action'] },
      { title: 'Two', platforms: ['Mac'] },
    ]);
    await db
      .insertInto('gameGenres')
      .values({ gameId: one as string, position: 1, genre: 'Puzzle' })
      .execute();
    expect(await listed({ genre: 'Puzzle' })).toEqual(['One']);
    await db.updateTable('gameGenres').set({ genre: 'Zen' }).where('genre', '=', 'Puzzle').execute();
    expect((await games())[0].genres).toEqual(['Action', 'Zen']);
    await db.updateTable('gameGenres').set({ position: -1 }).where('genre', '=', 'Zen').execute();
    expect((await games())[0].genres).toEqual(['Zen', 'Action']);
    await db.deleteFrom('gameGenres').where('genre', '=', 'Action').execute();
    const filters = { genres: ['Zen'], genreGames: [1], platforms: ['Mac'], ownPlatforms: [] };
    expect(await askBoth(api.gameFilters)).toEqual(filters);
    await db
      .updateTable('gameFiles')
      .set({ gameId: one as string })
      .where('gameId', '=', two as string)
      .execute();
    expect(await listed({ platform: 'Mac' })).toEqual(['One']);
    await db.updateTable('gameFiles').set({ platform: 'Linux v2' }).execute();
    expect(await listed({ platform: 'Linux' })).toEqual(['One']);
    await db.deleteFrom('gameFiles').execute();
    expect((await games())[0].platforms).toEqual([]);
  });

  it('own platforms that are added, renamed and deleted', async () => {
    await addEntries(app.services, [
      { title: 'One', platforms: ['PlayStation 2'] },
      { title: 'Two', platforms: ['PlayStation'] },
    ]);
    const platforms = async () => (await askBoth(api.gameFilters)).platforms;
    expect(await platforms()).toEqual(['PlayStation']);
    expect(await listed({ platform: 'PlayStation' })).toEqual(['One', 'Two']);

    const admin = await other.as('admin');
    const json = { name: 'PlayStation 2', icon: 'console' };
    const { body: added } = await admin.call(api.addPlatform, { json });
    expect(await askBoth(api.gameFilters)).toEqual({
      genres: [],
      genreGames: [],
      platforms: ['PlayStation', 'PlayStation 2'],
      ownPlatforms: ['PlayStation 2'],
    });
    expect(await listed({ platform: 'PlayStation' })).toEqual(['Two']);
    expect(await listed({ platform: 'PlayStation 2' })).toEqual(['One']);

    const params = { id: added._id };
    await admin.call(api.changePlatform, { params, json: { ...json, name: 'PS two' } });
    expect(await platforms()).toEqual(['PS two', 'PlayStation']);
    expect(await listed({ platform: 'PS two' })).toEqual(['One']);
    expect((await games({ platform: 'PS two' }))[0].platforms).toEqual(['PS two']);
    expect(await listed({ platform: 'PlayStation 2' })).toEqual([]);

    await db
      .updateTable('gameFiles')
      .set({ platform: 'PlayStation 2' })
      .where('platform', '=', 'PS two')
      .execute();
    expect((await admin.call(api.deletePlatform, { params })).status).toBe(200);
    expect(await platforms()).toEqual(['PlayStation']);
    expect(await listed({ platform: 'PlayStation' })).toEqual(['One', 'Two']);
  });

  it('the letters of the current games', async () => {
    await addEntries(app.services, [{ title: 'Beta' }]);
    expect(await askBoth(api.gameLetters)).toEqual({ letters: [{ letter: 'B', position: 0 }] });
    await addEntries(app.services, [{ title: 'Alpha' }]);
    expect((await askBoth(api.gameLetters)).letters.length).toBe(2);
  });

  it('many games that are added and deleted together', async () => {
    await addEntries(
      app.services,
      Array.from({ length: 700 }, (_, at) => ({ title: `Game ${at}` })),
    );
    expect((await listed({ search: 'game' })).length).toBe(700);
    await db.deleteFrom('games').where('title', 'like', 'Game 1%').execute();
    expect((await listed()).length).toBe(700 - 111);
  });
});

describe('the catalogue does not show', () => {
  it('the changes of a failed transaction', async () => {
    await addEntries(app.services, [{ title: 'Stays' }]);
    const failed = db.transaction().execute(async (trx) => {
      await trx.insertInto('games').values(row('Never was')).execute();
      await trx.updateTable('games').set({ title: 'Changed' }).where('title', '=', 'Stays').execute();
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await listed()).toEqual(['Stays']);
    // The next change may get the same number in the log.
    await addEntries(app.services, [{ title: 'Was' }]);
    expect(await listed()).toEqual(['Stays', 'Was']);
  });
});

describe('a node', () => {
  it('reads all games again if the log was trimmed beyond its version', async () => {
    await addEntries(app.services, [{ title: 'Early' }]);
    expect(await listed()).toEqual(['Early']);
    const missed = Array.from({ length: 60 }, (_, at) => ({ title: `Missed ${at}` }));
    await addEntries(app.services, missed);
    const newest = await db
      .selectFrom('gameChanges')
      .select((eb) => eb.fn.max('version').as('version'))
      .executeTakeFirstOrThrow();
    await db.deleteFrom('gameChanges').where('version', '<', Number(newest.version)).execute();
    expect((await listed()).length).toBe(61);
    await db.deleteFrom('gameChanges').execute();
    await db.updateTable('games').set({ title: 'Late' }).where('title', '=', 'Early').execute();
    expect(await listed({ search: 'late' })).toEqual(['Late']);
  });

  it('keeps the part of the log that other nodes may still need', async () => {
    await addEntries(
      app.services,
      Array.from({ length: 50 }, (_, at) => ({ title: `Game ${at}` })),
    );
    const count = async () =>
      Number((await sql<{ n: number }>`select count(*) as n from "gameChanges"`.execute(db)).rows[0]?.n);
    const before = await count();
    await app.services.catalogue.trimChanges();
    expect(await count()).toBe(before);
    await sql`insert into "gameChanges" ("version", "gameId") values ((select max("version") + 10020 from "gameChanges"), null)`.execute(
      db,
    );
    await app.services.catalogue.trimChanges();
    expect(await count()).toBeLessThan(before);
    expect((await listed()).length).toBe(50);
    if (isPostgres)
      await sql`alter table "gameChanges" alter column "version" restart with 1000000`.execute(db);
    await addEntries(app.services, [{ title: 'After' }]);
    expect(await listed({ search: 'after' })).toEqual(['After']);
  });

  it('returns the same games as the others if it starts later', async () => {
    await addEntries(app.services, [
      { title: 'Beta', genres: ['Zen'] },
      { title: 'Alpha', platforms: ['Mac'] },
    ]);
    const late = await buildApp({ database: place, dataDir: app.dataDir });
    const { body } = await (await late.as('member')).call(api.listGames, {
      query: { sort: 'titleAsc', limit: 1000 },
    });
    expect(body.games).toEqual(await games());
    await late.close();
  });

  it('answers many requests while it reads the library for the first time', async () => {
    await addEntries(
      app.services,
      Array.from({ length: 500 }, (_, at) => ({ title: `Game ${at}` })),
    );
    const late = await buildApp({ database: place, dataDir: app.dataDir });
    const client = await late.as('member');
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.call(api.listGames)));
    for (const { status, body } of answers) expect([status, body.totalGames]).toEqual([200, 500]);
    await late.close();
  });

  it('reads the library at the next request if it could not read it before', async () => {
    await addEntries(app.services, [{ title: 'One' }]);
    const late = await buildApp({ database: place, dataDir: app.dataDir });
    const client = await late.as('member');
    await db.schema.alterTable('gameGenres').renameTo('gameGenresAway').execute();
    const away = await Promise.all([client.call(api.listGames), client.call(api.gameFilters)]);
    await db.schema.alterTable('gameGenresAway').renameTo('gameGenres').execute();
    expect(away.map(({ status }) => status)).toEqual([500, 500]);
    expect((await client.call(api.listGames)).body.totalGames).toBe(1);
    await late.close();
  });
});

describe.runIf(isPostgres)('transactions that end in a different order than they began', () => {
  it('are all shown', async () => {
    const inserted = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const first = db.transaction().execute(async (trx) => {
      await trx.insertInto('games').values(row('First')).execute();
      inserted.resolve();
      await mayCommit.promise;
    });
    await inserted.promise;
    await other.services.database.db.insertInto('games').values(row('Second')).execute();
    expect(await listed()).toEqual(['Second']);
    mayCommit.resolve();
    await first;
    expect(await listed()).toEqual(['First', 'Second']);
  });

  it('are all shown when many run at the same time', async () => {
    let isOver = false;
    const watching = (async () => {
      while (!isOver) await clients[0]?.call(api.listGames);
    })();
    const titles = Array.from({ length: 60 }, (_, at) => `Game ${String(at).padStart(2, '0')}`);
    const add = (title: string, at: number) =>
      (at % 2 ? app : other).services.database.db.transaction().execute(async (trx) => {
        const game = row(title);
        await trx.insertInto('games').values(game).execute();
        await sleep(Math.random() * 30);
        await trx.insertInto('gameGenres').values({ gameId: game.id, position: 0, genre: 'Zen' }).execute();
        await sleep(Math.random() * 30);
      });
    await Promise.all(titles.map(add));
    isOver = true;
    await watching;
    expect(await listed({ genre: 'Zen' })).toEqual(titles);
  });
});
