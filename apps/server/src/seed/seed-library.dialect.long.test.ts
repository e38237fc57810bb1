// The seeded library: distinct games with real files, in the requested number, even after an interrupted run.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { gameEdit } from '@cellar/contract/games/game-edit.ts';
import { artworkNameAt } from '@cellar/contract/games/rules/artwork.ts';
import { isStoredPlatform } from '@cellar/contract/games/rules/platforms.ts';
import { playModes } from '@cellar/contract/games/rules/play-modes.ts';
import { title as titleRule } from '@cellar/contract/text.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import { getTicket } from '#test/sample-download.ts';
import { pictureFiles } from '#test/sample-pictures.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { sha256 } from '#test/traces.ts';
import { seed } from './seed.ts';
import { seedLibrary } from './seed-library.ts';

const options = { games: 2000, randomSeed: 'test', covers: 3 };

const app = sharedApp();
const member = sharedClient(app, 'member');

beforeAll(async () => {
  expect((await seedLibrary(app.services, options)).games).toBe(2000);
});

const listGames = () => app.services.database.db.selectFrom('games').selectAll().execute();
const listFiles = () => app.services.database.db.selectFrom('gameFiles').selectAll().execute();

describe('seedLibrary', () => {
  it('adds games with unique titles in several scripts', async () => {
    const games = await listGames();
    expect(games.length).toBe(2000);
    expect(new Set(games.map(({ titleKey }) => titleKey)).size).toBe(2000);
    for (const { title } of games) expect(titleRule.parse(title)).toBe(title);
    for (const kind of [
      /^[0-9]/,
      /\p{sc=Han}|\p{sc=Katakana}/u,
      /\p{sc=Cyrillic}/u,
      /\p{sc=Greek}/u,
      /[éüöñ]/i,
    ])
      expect(games.filter(({ title }) => kind.test(title)).length, String(kind)).toBeGreaterThan(0);
  });

  it('invents the facts that the catalogue shows, and omits some of them', async () => {
    const games = await listGames();
    const now = new Date().toISOString();
    for (const { description, releaseDate, createdAt, rating, announcedAt } of games) {
      // Members are not notified of invented games.
      expect(announcedAt).toBe(createdAt);
      expect(description).toMatch(/^[^{}]+[.]$/);
      expect(releaseDate ?? '1999-01-01').toMatch(/^(19|20)\d\d-(0[1-9]|1[0-2])-[012]\d$/);
      expect(createdAt < now).toBe(true);
      expect(rating ?? 50).toBeLessThanOrEqual(100);
    }
    const share = (isIn: (game: (typeof games)[number]) => boolean) =>
      games.filter(isIn).length / games.length;
    expect(share(({ releaseDate }) => releaseDate === null)).toBeCloseTo(0.07, 1);
    expect(share(({ boxArt }) => boxArt === null)).toBeCloseTo(0.08, 1);
    expect(share(({ franchise }) => franchise !== null)).toBeGreaterThan(0.2);
    for (const { modes, maxPlayers } of games) {
      const players = { modes: JSON.parse(modes), maxPlayers };
      expect(gameEdit.parse(players)).toEqual(players);
    }
    expect(share(({ modes }) => modes === '["singlePlayer"]')).toBeGreaterThan(0.4);
    for (const mode of playModes)
      expect(
        share(({ modes }) => modes.includes(mode)),
        mode,
      ).toBeGreaterThan(0.05);
    expect(share(({ maxPlayers }) => (maxPlayers ?? 0) >= 4)).toBeGreaterThan(0.1);
    const rows = await app.services.database.db.selectFrom('gameGenres').selectAll().execute();
    const perGame = Map.groupBy(rows, ({ gameId }) => gameId);
    expect(perGame.size).toBe(2000);
    for (const genres of perGame.values()) expect(genres.length).toBeLessThanOrEqual(4);
  });

  it('stores every file of every game with the size and digest of its row', async () => {
    const files = await listFiles();
    expect(new Set(files.map(({ gameId }) => gameId)).size).toBe(2000);
    const checked = new Map<number, string>();
    for (const { storageKey, fileSize, platform, ...row } of files) {
      expect(isStoredPlatform(platform), platform).toBe(true);
      const file = await app.services.storage.openFile(storageKey);
      expect(file.size).toBe(fileSize);
      await file.close();
      checked.set(fileSize, checked.get(fileSize) ?? (await app.services.storage.digestFile(storageKey)));
      expect(row.sha256).toBe(checked.get(fileSize));
    }
    const stored = await Array.fromAsync(app.services.storage.listFiles());
    expect(stored.map(({ key }) => key).sort()).toEqual(files.map((file) => file.storageKey).sort());
  });

  it('adds games that members can find, open and download', async () => {
    const { body } = await member.call(api.listGames, { query: { page: 30, limit: 10 } });
    expect(body.totalGames).toBe(2000);
    for (const { _id: id, boxArtUrl, platforms } of body.games) {
      if (boxArtUrl) expect((await member.fetch(boxArtUrl)).status).toBe(200);
      const { url } = await getTicket(member, { id, platform: platforms[0] });
      const bytes = Buffer.from(await (await member.fetch(url)).arrayBuffer());
      const file = (await listFiles()).find((row) => row.gameId === id && row.platform === platforms[0]);
      expect([bytes.length, sha256(bytes)]).toEqual([file?.fileSize, file?.sha256]);
      expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    }
  });

  it('keeps the files of a game when another game is deleted', async () => {
    const admin = await app.as('admin');
    const { body } = await admin.call(api.listGames, { query: { limit: 100 } });
    for (const { _id: id } of body.games) await admin.call(api.deleteGame, { params: { id } });
    const files = await listFiles();
    const stored = await Array.fromAsync(app.services.storage.listFiles());
    expect(stored.map(({ key }) => key).sort()).toEqual(files.map((file) => file.storageKey).sort());
  });

  it('adds other games with the same pictures when it runs again', async () => {
    const before = await listGames();
    const added = await seedLibrary(app.services, { ...options, games: 500 });
    expect(added.games).toBe(500);
    const after = await listGames();
    expect(after.length).toBe(before.length + 500);
    expect(new Set(after.map(({ titleKey }) => titleKey)).size).toBe(after.length);
    expect(new Set(after.flatMap(({ boxArt }) => boxArt ?? [])).size).toBe(3);
  });
});

describe('seedLibrary on an empty library', () => {
  it('invents the same games for the same seed, and different ones for another seed', async () => {
    const facts = [];
    for (const randomSeed of ['one', 'one', 'two']) {
      const fresh = await buildApp();
      await seedLibrary(fresh.services, { games: 40, randomSeed, covers: 0 });
      const columns = [
        'title',
        'description',
        'releaseDate',
        'developer',
        'rating',
        'franchise',
        'boxArt',
      ] as const;
      facts.push(
        await fresh.services.database.db.selectFrom('games').select(columns).orderBy('titleKey').execute(),
      );
      await fresh.close();
    }
    expect(facts[1]).toEqual(facts[0]);
    expect(facts[2]).not.toEqual(facts[0]);
  });

  it('adds a single game completely', async () => {
    const fresh = await buildApp();
    expect((await seedLibrary(fresh.services, { games: 1, randomSeed: 'x', covers: 60 })).games).toBe(1);
    const stored = await Array.fromAsync(fresh.services.storage.listFiles());
    const rows = await fresh.services.database.db.selectFrom('gameFiles').select('storageKey').execute();
    expect(stored.map(({ key }) => key).sort()).toEqual(rows.map(({ storageKey }) => storageKey).sort());
    await fresh.close();
  });

  it('adds only complete games if it is interrupted, and continues the next time', async () => {
    const fresh = await buildApp();
    const { database, storage } = fresh.services;
    const cutOff = seedLibrary(fresh.services, { games: 12_000, randomSeed: 'x', covers: 0 }, () => {
      throw new Error('cut off');
    });
    await expect(cutOff).rejects.toThrow('cut off');
    const count = async (table: 'games' | 'gameFiles') =>
      (await database.db.selectFrom(table).select('id').execute()).length;
    const games = await count('games');
    expect(games).toBeGreaterThan(0);
    expect(games).toBeLessThan(12_000);
    await seedLibrary(fresh.services, { games: 100, randomSeed: 'x', covers: 0 });
    expect(await count('games')).toBe(games + 100);
    expect((await Array.fromAsync(storage.listFiles())).length).toBe(await count('gameFiles'));
    const kept = await readdir(join(fresh.dataDir, 'temp', 'uploads'));
    expect(kept).toEqual([]);
    await fresh.close();
  });
});

describe('seed', () => {
  it('gives each game unique pictures in every width, and adds members, downloads and a queue', async () => {
    const fresh = await buildApp();
    const { db } = fresh.services.database;
    const lines: string[] = [];
    const asked = { games: 20, ownCovers: true, screenshots: 3, members: 40, activities: 500, queued: 15 };
    await seed(fresh.services, { ...asked, randomSeed: 'x', covers: 60 }, (line) => lines.push(line));
    expect(lines).toHaveLength(4);
    const covers = await db.selectFrom('games').select('boxArt as name').execute();
    const images = await db.selectFrom('gameMedia').select('value as name').execute();
    const names = [...covers, ...images].map(({ name }) => name ?? '');
    expect([names.length, new Set(names).size]).toEqual([80, 80]);
    for (const name of names.slice(0, 25)) {
      const whole = Buffer.from(await (await fresh.visitor.fetch(`/api/artwork/${name}`)).arrayBuffer());
      expect(`${sha256(whole)}.webp`).toBe(name);
      const small = await fresh.visitor.fetch(`/api/artwork/${artworkNameAt(name, 200)}`);
      expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).format).toBe('webp');
    }
    expect(await pictureFiles(fresh)).toHaveLength(4 * names.length);
    const admin = await fresh.as('admin');
    expect((await admin.call(api.listUsers)).body.totalUsers).toBe(41);
    const logged = (await admin.call(api.allActivity, { query: { limit: 1 } })).body.total;
    expect(logged).toBeGreaterThan(450);
    expect((await admin.call(api.matchCounts)).body.counts.queued).toBe(15);
    await fresh.close();
  });
});
