// Pictures: kept by their content, served for ever.
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { sha256 } from '#test/traces.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

describe('GET /api/artwork/{name}', () => {
  it('gives everybody a picture that was kept, to be cached for ever', async () => {
    const picture = randomBytes(5000);
    const name = await app.services.artwork.keep(picture);
    expect(name).toBe(`${sha256(picture)}.webp`);
    const response = await app.visitor.fetch(`/api/artwork/${name}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('content-length')).toBe('5000');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(Buffer.from(await response.arrayBuffer()).equals(picture)).toBe(true);
  });

  it('has the same picture once, however often it is kept', async () => {
    const picture = randomBytes(100);
    const names = await Promise.all([1, 2, 3].map(() => app.services.artwork.keep(picture)));
    expect(new Set(names).size).toBe(1);
    const files = await readdir(join(app.dataDir, 'artwork'));
    expect(files.filter((file) => file === names[0])).toEqual([names[0]]);
    expect(files.filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });

  it('knows no picture that was not kept', async () => {
    const response = await app.visitor.fetch(`/api/artwork/${'0'.repeat(64)}.webp`);
    expect(response.status).toBe(404);
    expect((await response.json()).code).toBe('not_found');
  });

  it.each([
    'x.webp',
    `${'0'.repeat(64)}.png`,
    `${'G'.repeat(64)}.webp`,
    '..%2fcellar.db',
    '%00.webp',
    '..%2f..%2fetc%2fpasswd',
  ])('refuses the name %s', async (name) => {
    expect((await app.visitor.fetch(`/api/artwork/${name}`)).status).toBe(400);
  });
});
