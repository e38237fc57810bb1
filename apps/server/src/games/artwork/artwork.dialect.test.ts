// Serves pictures in full size and in smaller widths. Their names are digests, so they are cached forever.

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorBody } from '@cellar/contract/errors.ts';
import { artworkNameAt, artworkWidths } from '@cellar/contract/games/rules/artwork.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pictureFiles, picturePath, samplePicture, sampleWebp } from '#test/sample-pictures.ts';
import { sharedApp } from '#test/shared-app.ts';
import { sha256 } from '#test/traces.ts';

const app = sharedApp();

const get = (name: string, init?: RequestInit) => app.visitor.fetch(`/api/artwork/${name}`, init);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** Stores a picture as an earlier version did: only the file, without widths or a row. */
async function keepAsBefore(picture: Buffer): Promise<string> {
  await app.services.artwork.keep(await sampleWebp(2, 2));
  const name = `${sha256(picture)}.webp`;
  await writeFile(join(app.dataDir, 'artwork', name), picture);
  return name;
}

async function addGame(title: string, boxArt: string): Promise<void> {
  const { database, games } = app.services;
  await database.db.transaction().execute((trx) => games.ensureGame(trx, title, { boxArt }));
}

function findRow(name: string) {
  const { db } = app.services.database;
  return db.selectFrom('artworks').selectAll().where('name', '=', name).executeTakeFirst();
}

describe('GET /api/artwork/{name}', () => {
  it('serves a stored picture to everyone, cacheable forever', async () => {
    const picture = await sampleWebp();
    const name = await app.services.artwork.keep(picture);
    expect(name).toBe(`${sha256(picture)}.webp`);
    const response = await get(name);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('content-length')).toBe(String(picture.length));
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await bytesOf(response)).equals(picture)).toBe(true);
  });

  it.each(artworkWidths)('serves it %d pixels wide', async (width) => {
    const name = await app.services.artwork.keep(await sampleWebp(900, 1350));
    const response = await get(artworkNameAt(name, width));
    expect(response.headers.get('content-type')).toBe('image/webp');
    const found = await sharp(await bytesOf(response)).metadata();
    expect([found.format, found.width, found.height]).toEqual(['webp', width, width * 1.5]);
  });

  it('never enlarges a picture', async () => {
    const picture = await sampleWebp(300, 450);
    const name = await app.services.artwork.keep(picture);
    for (const width of [400, 800] as const) {
      expect((await bytesOf(await get(artworkNameAt(name, width)))).equals(picture)).toBe(true);
    }
  });

  it('answers HEAD and conditional requests', async () => {
    const picture = await sampleWebp();
    const name = await app.services.artwork.keep(picture);
    const head = await get(name, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(picture.length));
    expect((await bytesOf(head)).length).toBe(0);
    const etag = head.headers.get('etag') ?? '';
    expect(etag).toMatch(/^".+"$/);
    const again = await get(name, { headers: { 'if-none-match': etag } });
    expect([again.status, (await bytesOf(again)).length]).toEqual([304, 0]);
    expect(again.headers.get('cache-control')).toContain('immutable');
    const other = await get(name, { headers: { 'if-match': '"another"' } });
    expect([other.status, ((await other.json()) as ErrorBody).code]).toEqual([412, 'precondition_failed']);
  });

  it('stores equal pictures once', async () => {
    const picture = await sampleWebp();
    const names = await Promise.all([1, 2, 3].map(() => app.services.artwork.keep(picture)));
    expect(new Set(names).size).toBe(1);
    const digest = sha256(picture);
    const files = await pictureFiles(app);
    expect(files.filter((file) => file.startsWith(digest))).toHaveLength(4);
    expect(files.filter((file) => file.endsWith('.tmp'))).toEqual([]);
    expect(await findRow(names[0] ?? '')).toMatchObject({
      width: 600,
      height: 900,
      fileSize: picture.length,
    });
  });

  it('restores a picture whose file was lost when it is stored again', async () => {
    const picture = await sampleWebp();
    const name = await app.services.artwork.keep(picture);
    await rm(picturePath(app, name));
    expect((await get(name)).status).toBe(404);
    await app.services.artwork.keep(picture);
    expect((await get(name)).status).toBe(200);
  });

  it.each(['', '-200', '-400', '-800'])('answers 404 for an unknown picture%s', async (size) => {
    const response = await get(`${'0'.repeat(64)}${size}.webp`);
    expect(response.status).toBe(404);
    expect(((await response.json()) as ErrorBody).code).toBe('not_found');
  });

  it.each([
    'x.webp',
    `${'0'.repeat(64)}.png`,
    `${'0'.repeat(64)}-300.webp`,
    `${'0'.repeat(64)}-200`,
    `${'G'.repeat(64)}.webp`,
    '..%2fcellar.db',
    '%00.webp',
    '..%2f..%2fetc%2fpasswd',
  ])('refuses the name %s', async (name) => {
    expect((await get(name)).status).toBe(400);
  });
});

describe('a picture that an older version stored', () => {
  it('gets a width on first request, the same for concurrent requests', async () => {
    const name = await keepAsBefore(await sampleWebp());
    const asked = await Promise.all([1, 2, 3, 4].map(() => get(artworkNameAt(name, 200))));
    const [first, ...others] = await Promise.all(asked.map(bytesOf));
    expect((await sharp(first).metadata()).width).toBe(200);
    for (const other of others) expect(other.equals(first ?? other)).toBe(true);
    expect((await pictureFiles(app)).filter((file) => file.startsWith(name.slice(0, 64)))).toHaveLength(2);
  });

  it('is served from its old location, and swept there too', async () => {
    const picture = await sampleWebp();
    const name = await keepAsBefore(picture);
    expect((await bytesOf(await get(name))).equals(picture)).toBe(true);
    await app.services.artwork.keep(picture);
    expect((await pictureFiles(app)).filter((file) => file.startsWith(name.slice(0, 64)))).toHaveLength(4);
    app.clock.advance(25 * 3600_000);
    await app.services.artwork.sweep();
    expect((await pictureFiles(app)).filter((file) => file.startsWith(name.slice(0, 64)))).toEqual([]);
    expect((await get(name)).status).toBe(404);
  });

  it('gets its row from the job, and is shown with its ThumbHash', async () => {
    const name = await keepAsBefore(await sampleWebp(500, 750));
    await addGame('Kept Long Ago', name);
    await app.services.artwork.describeOldPictures();
    const row = await findRow(name);
    expect(row).toMatchObject({ width: 500, height: 750 });
    expect((await pictureFiles(app)).filter((file) => file.startsWith(name.slice(0, 64)))).toHaveLength(4);
    const { id } = await app.services.database.db
      .selectFrom('games')
      .select('id')
      .where('boxArt', '=', name)
      .executeTakeFirstOrThrow();
    expect((await app.services.games.getGame(id, undefined)).boxArtThumbhash).toBe(row?.thumbhash);
  });

  it('is served unchanged if it cannot be decoded, and does not keep the job from the others', async () => {
    const broken = Buffer.from('this was never a picture');
    const name = await keepAsBefore(broken);
    const missing = `${'0'.repeat(64)}.webp`;
    const whole = await keepAsBefore(await sampleWebp());
    await addGame('Broken Cover', name);
    await addGame('Lost Cover', missing);
    await addGame('Whole Cover', whole);
    app.clock.advance(24 * 3600_000);
    await app.services.artwork.describeOldPictures();
    expect(await findRow(name)).toBeUndefined();
    expect(await findRow(missing)).toBeUndefined();
    expect(await findRow(whole)).toBeDefined();
    const response = await get(artworkNameAt(name, 400));
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect((await bytesOf(response)).equals(broken)).toBe(true);
  });

  it('gets its row although the clock was ahead in the last run of the job', async () => {
    const aheadMs = 365 * 24 * 3600_000;
    app.clock.advance(aheadMs);
    await app.services.artwork.describeOldPictures();
    app.clock.advance(-aheadMs);
    const name = await keepAsBefore(await sampleWebp());
    await addGame('Kept Meanwhile', name);
    await app.services.artwork.describeOldPictures();
    expect(await findRow(name)).toBeDefined();
  });
});

describe('keep', () => {
  it('accepts only WebP pictures', async () => {
    const before = await pictureFiles(app);
    await expect(app.services.artwork.keep(await samplePicture().png().toBuffer())).rejects.toThrow('WebP');
    expect(await pictureFiles(app)).toEqual(before);
  });
});
