// The demo library as main.ts seeds it: complete, downloadable, and unchanged by a second run.
import { createHash } from 'node:crypto';
import { api } from '@cellar/contract/api.ts';
import type { Collection } from '@cellar/contract/club/collections.endpoints.ts';
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { artworkUrlAt } from '@cellar/contract/games/rules/artwork.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from '#test/shared-app.ts';
import { readStored } from '#test/traces.ts';
import { readZip } from '#test/zips.ts';
import { adminEmail, demoPassword } from './demo-members.ts';
import { seedDemo } from './seed-demo.ts';

const said: string[] = [];

const app = sharedApp();

beforeAll(async () => {
  await seedDemo(app.services, (line) => said.push(line));
});

async function listGames(sort: string) {
  const member = await app.as('member');
  const { body } = await member.call(api.listGames, { query: { limit: 1000, sort } });
  return body as { games: GameListItem[]; totalGames: number };
}

describe('seedDemo', () => {
  it('lists at least 36 games, each with cover, genre and platform', async () => {
    const { games, totalGames } = await listGames('titleAsc');
    expect(totalGames).toBeGreaterThanOrEqual(36);
    for (const { title, boxArtUrl, genres, platforms } of games) {
      expect(boxArtUrl, title).toMatch(/^\/api\/artwork\/[0-9a-f]{64}\.webp$/);
      expect(genres.length, title).toBeGreaterThan(0);
      expect(platforms.length, title).toBeGreaterThan(0);
    }
    expect(new Set(games.map(({ boxArtUrl }) => boxArtUrl)).size).toBe(totalGames);
  });

  it('stores every file with the size and the digest of its row', async () => {
    const rows = await app.services.database.db.selectFrom('gameFiles').selectAll().execute();
    for (const { storageKey, fileSize, sha256 } of rows) {
      const file = await app.services.storage.openFile(storageKey);
      const bytes = await readStored(file);
      expect(file.size).toBe(fileSize);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    }
  });

  it('has cheat files of every platform and type, each a ZIP with the size and the digest of its row', async () => {
    const cheats = await app.services.database.db.selectFrom('cheatFiles').selectAll().execute();
    expect(new Set(cheats.map(({ platform }) => platform)).size).toBe(3);
    expect(new Set(cheats.map(({ type }) => type)).size).toBe(3);
    for (const { gameId, id, originalFileName, fileSize, sha256 } of cheats) {
      const { stored } = await app.services.cheats.openCheat(gameId, id);
      const bytes = await readStored(stored);
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([fileSize, sha256]);
      expect(readZip(bytes).map(({ name }) => name)).toEqual([originalFileName, 'INSTRUCTIONS.txt']);
    }
  });

  it('serves covers and screenshots to the page', async () => {
    const { games } = await listGames('recentlyAddedDesc');
    const whole = await Promise.all(games.map(({ _id }) => app.services.games.getGame(_id, undefined)));
    const urls = whole.flatMap(({ boxArtUrl, gameplayImages }) => [boxArtUrl ?? '', ...gameplayImages]);
    expect(whole.filter(({ gameplayImages }) => gameplayImages.length >= 2).length).toBeGreaterThanOrEqual(6);
    for (const url of urls.flatMap((address) => [address, artworkUrlAt(address, 400)])) {
      const answer = await fetch(new URL(url, app.url));
      expect(answer.status, url).toBe(200);
      await answer.arrayBuffer();
    }
    expect(whole.filter(({ boxArtThumbhash }) => !boxArtThumbhash)).toEqual([]);
    const { modes, maxPlayers } = whole.find(({ title }) => title === 'Frozen Bubble') ?? {};
    expect([modes, maxPlayers]).toEqual([['singlePlayer', 'multiplayer', 'sameScreen'], 5]);
  });

  it('has collections of the club, and a LAN night to which members come', async () => {
    const member = await app.as('member');
    const groupOf = async (show: string) =>
      (await member.call(api.listCollections, { query: { show } })).body.collections as Collection[];
    for (const { name, games, covers } of await groupOf('club')) {
      expect(games, name).toBeGreaterThan(2);
      expect(covers.length, name).toBeGreaterThan(2);
    }
    expect(await groupOf('nights')).toMatchObject([{ games: 6, coming: 2 }]);
  });

  it('adds accounts that can log in, and downloads in every state', async () => {
    const { db } = app.services.database;
    for (const email of [adminEmail, 'member@cellar.example']) {
      const body = JSON.stringify({ email, password: demoPassword });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(new URL('/api/users/login', app.url), { method: 'POST', headers, body });
      expect(answer.status, email).toBe(200);
    }
    const states = await db.selectFrom('downloads').select('status').distinct().orderBy('status').execute();
    expect(states.map(({ status }) => status)).toEqual(['completed', 'failed', 'in_progress']);
    expect(said.join('\n')).toContain(demoPassword);
  });

  it('is not announced to members', async () => {
    await app.services.digests.run();
    const { db } = app.services.database;
    const news = db.selectFrom('games').select('title').where('announcedNumber', 'is not', null);
    expect(await news.execute()).toEqual([]);
  });

  it('changes nothing the second time', async () => {
    const before = await snapshot();
    const again: string[] = [];
    await seedDemo(app.services, (line) => again.push(line));
    expect(await snapshot()).toEqual(before);
    expect(again).toEqual(['The demo library already exists.']);
  });

  it('completes a library whose seeding was interrupted', async () => {
    const { games, database } = app.services;
    const before = await listGames('titleAsc');
    const cheatsBefore = await countCheats();
    for (const { _id } of before.games.slice(0, 2)) await games.deleteGame(_id);
    await seedDemo(app.services, () => undefined);
    const after = await listGames('titleAsc');
    expect(after.games.map(({ title, boxArtUrl }) => [title, boxArtUrl])).toEqual(
      before.games.map(({ title, boxArtUrl }) => [title, boxArtUrl]),
    );
    expect(await countCheats()).toBe(cheatsBefore);
    expect(
      await database.db.selectFrom('users').select('id').where('role', '=', 'admin').execute(),
    ).toHaveLength(1);
  });

  it('names the password of the members even if the admin is not its own', async () => {
    const { db } = app.services.database;
    await db.deleteFrom('users').where('role', '!=', 'admin').execute();
    await db.deleteFrom('collections').execute();
    const again: string[] = [];
    await seedDemo(app.services, (line) => again.push(line));
    expect(again.join('\n')).toMatch(/keeps your existing admin.*\n.*cellar-demo/);
  });

  it('does not change a library with other games', async () => {
    const { games, database } = app.services;
    await database.db.transaction().execute((trx) => games.ensureGame(trx, 'A Game of Our Own'));
    const before = await snapshot();
    await seedDemo(app.services, (line) => said.push(line));
    expect(await snapshot()).toEqual(before);
    expect(said.at(-1)).toContain('not added');
  });
});

async function countCheats(): Promise<number> {
  return (await app.services.database.db.selectFrom('cheatFiles').select('id').execute()).length;
}

async function snapshot() {
  const { db } = app.services.database;
  return Promise.all([
    db.selectFrom('games').selectAll().orderBy('id').execute(),
    db.selectFrom('gameFiles').selectAll().orderBy('id').execute(),
    db.selectFrom('cheatFiles').selectAll().orderBy('id').execute(),
    db.selectFrom('gameMedia').selectAll().orderBy('gameId').orderBy('position').execute(),
    db.selectFrom('users').selectAll().orderBy('id').execute(),
    db.selectFrom('downloads').selectAll().orderBy('id').execute(),
  ]);
}
