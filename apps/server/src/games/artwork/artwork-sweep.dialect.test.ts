// The sweep deletes pictures a day after their last use, but never one in use, even with concurrent requests and nodes.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { artworkNameAt, artworkNameOf, artworkWidths } from '@cellar/contract/games/rules/artwork.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addEntries } from '#test/factories.ts';
import { pictureFiles, picturePath, samplePicture, sendPicture } from '#test/sample-pictures.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { eventually } from '../../../../../test/waiting.ts';

const day = 24 * 3600_000;

let place: TestDatabase;
let app: TestApp;
/** A second node with the same library and folder. On SQLite, the first node again, because SQLite allows only one writer. */
let other: TestApp;
let admin: Client;
let otherAdmin: Client;
let bytes: Buffer[];
beforeAll(async () => {
  place = await createTestDatabase();
  app = await buildApp({ database: place });
  other = process.env.TEST_DATABASE_URL ? await buildApp({ database: place, dataDir: app.dataDir }) : app;
  admin = await app.as('admin');
  otherAdmin = await other.as('admin');
  bytes = await Promise.all([1, 2, 3].map(() => samplePicture(60, 90).png().toBuffer()));
});
afterAll(async () => {
  if (other !== app) await other.close();
  await app.close();
  await place.drop();
});
beforeEach(async () => {
  await app.services.database.db.deleteFrom('games').execute();
  await age();
  await app.services.artwork.sweep();
  expect(await pictureFiles(app)).toEqual([]);
});

/** Makes all stored pictures older. */
async function age(ms = 2 * day): Promise<void> {
  const createdAt = new Date(app.clock.now().getTime() - ms).toISOString();
  await app.services.database.db.updateTable('artworks').set({ createdAt }).execute();
}

async function keep(at: number, client = admin): Promise<string> {
  const { status, body } = await sendPicture(client, bytes[at] as Buffer);
  expect(status).toBe(201);
  return body.url;
}

async function newGame(): Promise<string> {
  return (await addEntries(app.services, [{ title: `Game ${Math.random()}` }]))[0] as string;
}

function edit(id: string, json: unknown, client = admin) {
  return client.call(api.editGame, { params: { id }, json });
}

function filesOf(...urls: string[]): string[] {
  const names = urls.map(artworkNameOf);
  return names.flatMap((name) => [name, ...artworkWidths.map((width) => artworkNameAt(name, width))]).sort();
}

async function rows(): Promise<string[]> {
  const found = await app.services.database.db
    .selectFrom('artworks')
    .select('name')
    .orderBy('name')
    .execute();
  return found.map(({ name }) => name);
}

describe('the sweep', () => {
  it('deletes an unused picture a day after its upload', async () => {
    const url = await keep(0);
    await age(day - 60_000);
    await app.services.artwork.sweep();
    expect(await pictureFiles(app)).toEqual(filesOf(url));
    await age(day + 60_000);
    await app.services.artwork.sweep();
    expect([await pictureFiles(app), await rows()]).toEqual([[], []]);
    expect((await app.visitor.fetch(url)).status).toBe(404);
    // A game can use a deleted picture only after another upload.
    const id = await newGame();
    const refused = await edit(id, { gameplayImages: [url] });
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'gameplayImages.0']);
    expect((await edit(id, { boxArtUrl: await keep(0) })).status).toBe(200);
  });

  it('deletes a picture only when no game uses it any more', async () => {
    const [cover, one, two] = [await keep(0), await keep(1), await keep(2)];
    const [a, b] = [await newGame(), await newGame()];
    await edit(a, { boxArtUrl: cover, gameplayImages: [one, two] });
    await edit(b, { boxArtUrl: one });
    await age();
    await app.services.artwork.sweep();
    expect(await pictureFiles(app)).toEqual(filesOf(cover, one, two));
    await edit(a, { boxArtUrl: null, gameplayImages: [one] });
    await app.services.artwork.sweep();
    expect(await pictureFiles(app)).toEqual(filesOf(one));
    await admin.call(api.deleteGame, { params: { id: a } });
    await app.services.artwork.sweep();
    expect(await pictureFiles(app)).toEqual(filesOf(one));
    await admin.call(api.deleteGame, { params: { id: b } });
    await app.services.artwork.sweep();
    expect([await pictureFiles(app), await rows()]).toEqual([[], []]);
  });

  it('restarts the day when a picture is uploaded again', async () => {
    const url = await keep(0);
    await age();
    expect(await keep(0)).toBe(url);
    await app.services.artwork.sweep();
    expect(await pictureFiles(app)).toEqual(filesOf(url));
  });

  it('finishes a deletion that a crash interrupted, unless the picture was uploaded again', async () => {
    const { db } = app.services.database;
    const [gone, back] = [await keep(0), await keep(1)].map(artworkNameOf) as [string, string];
    await db
      .insertInto('artworkRemovals')
      .values([{ name: gone }, { name: back }])
      .execute();
    await db.deleteFrom('artworks').where('name', 'in', [gone, back]).execute();
    const url = await keep(1);
    await app.services.artwork.sweep();
    expect([await pictureFiles(app), await rows()]).toEqual([filesOf(url), [back]]);
    expect(await db.selectFrom('artworkRemovals').selectAll().execute()).toEqual([]);
  });

  it('deletes the others when one cannot be deleted', async () => {
    const { db } = app.services.database;
    const urls = [await keep(0), await keep(1), await keep(2)].sort();
    const stuck = urls[0] as string;
    const path = picturePath(app, artworkNameOf(stuck) as string);
    await rm(path);
    await mkdir(join(path, 'in the way'), { recursive: true });
    await age();
    await app.services.artwork.sweep();
    const left = await pictureFiles(app);
    expect(filesOf(stuck)).toEqual(expect.arrayContaining(left));
    expect(await db.selectFrom('artworkRemovals').selectAll().execute()).toHaveLength(1);
    await rm(path, { recursive: true });
    await db.updateTable('artworkRemovals').set({ leaseUntil: null }).execute();
    await app.services.artwork.sweep();
    expect(await db.selectFrom('artworkRemovals').selectAll().execute()).toEqual([]);
  });

  it('never deletes a picture that is assigned to a game at the same time', async () => {
    for (let round = 0; round < 24; round += 1) {
      const [id, url] = [await newGame(), await keep(round % 3)];
      await age();
      const [answer] = await Promise.all([
        edit(id, round % 2 ? { boxArtUrl: url } : { gameplayImages: [url] }),
        app.services.artwork.sweep(),
        other.services.artwork.sweep(),
      ]);
      expect([200, 400]).toContain(answer.status);
      await app.services.artwork.sweep();
      const files = await pictureFiles(app);
      expect(files, `round ${round}`).toEqual(answer.status === 200 ? filesOf(url) : []);
      expect(await rows()).toEqual(answer.status === 200 ? [artworkNameOf(url)] : []);
      await admin.call(api.deleteGame, { params: { id } });
      await age();
      await app.services.artwork.sweep();
    }
  });

  it('never deletes a picture that is uploaded again at the same time, on any node', async () => {
    for (let round = 0; round < 16; round += 1) {
      const url = await keep(round % 3);
      await age();
      const [again] = await Promise.all([
        keep(round % 3, round % 2 ? admin : otherAdmin),
        app.services.artwork.sweep(),
        other.services.artwork.sweep(),
      ]);
      expect(again).toBe(url);
      await app.services.artwork.sweep();
      expect(await pictureFiles(app), `round ${round}`).toEqual(filesOf(url));
      expect(await rows()).toEqual([artworkNameOf(url)]);
      await age();
      await app.services.artwork.sweep();
    }
  });
});

it('writes the files again after a sweep that was removing them', async () => {
  const { db } = app.services.database;
  const url = await keep(0);
  const name = artworkNameOf(url);
  await db.deleteFrom('artworks').execute();
  const leaseUntil = new Date(app.clock.now().getTime() + 60_000).toISOString();
  await db.insertInto('artworkRemovals').values({ name, leaseUntil }).execute();
  await rm(join(app.dataDir, 'artwork'), { recursive: true });
  let isKept = false;
  const again = keep(0).finally(() => {
    isKept = true;
  });
  await eventually(async () => expect(await pictureFiles(app)).toEqual(filesOf(url)));
  await rm(join(app.dataDir, 'artwork'), { recursive: true });
  expect([isKept, await rows()]).toEqual([false, []]);
  await db.deleteFrom('artworkRemovals').execute();
  expect(await again).toBe(url);
  expect(await pictureFiles(app)).toEqual(filesOf(url));
});

it('finishes the deletion of a node that died', async () => {
  const { db } = app.services.database;
  const name = artworkNameOf(await keep(0));
  await db.deleteFrom('artworks').execute();
  const leaseUntil = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
  await db
    .insertInto('artworkRemovals')
    .values({ name, leaseUntil: leaseUntil(60_000) })
    .execute();
  await app.services.artwork.sweep();
  expect(await pictureFiles(app)).not.toEqual([]);
  await db
    .updateTable('artworkRemovals')
    .set({ leaseUntil: leaseUntil(-1) })
    .execute();
  await app.services.artwork.sweep();
  expect(await pictureFiles(app)).toEqual([]);
  expect(await db.selectFrom('artworkRemovals').selectAll().execute()).toEqual([]);
});

it('leaves no files of a picture that could not be recorded', async () => {
  const { db } = app.services.database;
  await sql`alter table "artworkRemovals" rename to "away"`.execute(db);
  try {
    const answers = await Promise.all([0, 1, 0].map((at) => sendPicture(admin, bytes[at] as Buffer)));
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
    expect(await pictureFiles(app)).toEqual([]);
  } finally {
    await sql`alter table "away" rename to "artworkRemovals"`.execute(db);
  }
  expect(await pictureFiles(app)).toEqual([]);
  const url = await keep(0);
  expect(await pictureFiles(app)).toEqual(filesOf(url));
});
