import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { sampleWebp } from '#test/sample-pictures.ts';

const publicUrl = 'https://games.example';
const index =
  '<!doctype html><html><head><meta charset="utf-8" /></head><body><div id="root"></div></body></html>';

let webDir: string;
let app: TestApp;
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'cellar-web-'));
  await mkdir(join(webDir, 'assets'));
  await writeFile(join(webDir, 'index.html'), index);
  // A build might create these files. They must not be served, because they lack the head.
  await writeFile(join(webDir, 'index.html.br'), 'not this');
  await writeFile(join(webDir, 'index.html.gz'), 'not this');
  await writeFile(join(webDir, 'assets', 'main-1a2b3c.js'), 'console.log(1)');
  app = await buildApp({ env: { PUBLIC_URL: publicUrl, SITE_NAME: 'Cellar & Co' }, webDir });
});
afterAll(async () => {
  await app.close();
  await rm(webDir, { recursive: true });
});

async function get(path: string, init?: RequestInit) {
  const response = await app.visitor.fetch(path, init);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

async function addGame(
  title: string,
  facts: { description?: string; boxArt?: string } = {},
): Promise<string> {
  const { database, games } = app.services;
  return database.db.transaction().execute((trx) => games.ensureGame(trx, title, facts));
}

/** Returns the content of all tags by name, as preview crawlers read them. */
function tagsOf(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g);
  return Object.fromEntries([...tags].map(([, name = '', content = '']) => [name, content]));
}

const titleOf = (html: string) => /<title>(.*?)<\/title>/s.exec(html)?.[1];

describe('the page of a game', () => {
  it('has the tags of a link preview', async () => {
    const picture = await app.services.artwork.keep(await sampleWebp(600, 900));
    const description = `A ship, a crew\nand an ocean. ${'More words follow here. '.repeat(20)}`;
    const id = await addGame('Sea of Words', { description, boxArt: picture });
    const { status, headers, html } = await get(`/game/${id}?from=chat`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(titleOf(html)).toBe('Sea of Words · Cellar &amp; Co');
    const tags = tagsOf(html);
    expect(tags).toEqual({
      description: expect.stringMatching(/^A ship, a crew and an ocean\. More words .*\w…$/),
      'og:type': 'website',
      'og:site_name': 'Cellar &amp; Co',
      'og:title': 'Sea of Words',
      'og:description': tags.description,
      'og:url': `${publicUrl}/game/${id}`,
      'og:image': `${publicUrl}/api/artwork/${picture}`,
      'og:image:type': 'image/webp',
      'og:image:width': '600',
      'og:image:height': '900',
      'og:image:alt': 'Sea of Words',
      'twitter:card': 'summary',
    });
    expect(tags.description?.length).toBeLessThanOrEqual(201);
    expect(html).toContain(`<link rel="canonical" href="${publicUrl}/game/${id}" />`);
    expect(html).toContain('<div id="root"></div>');
    const image = await app.visitor.fetch(tags['og:image']?.replace(publicUrl, '') ?? '');
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('omits unknown facts', async () => {
    const { html } = await get(`/game/${await addGame('Bare Game')}`);
    const tags = tagsOf(html);
    expect(tags['og:title']).toBe('Bare Game');
    expect(Object.keys(tags).filter((name) => /description|image/.test(name))).toEqual([]);
  });

  it('omits the size of a picture if it is unknown', async () => {
    const boxArt = `${'a'.repeat(64)}.webp`;
    const tags = tagsOf((await get(`/game/${await addGame('Old Cover', { boxArt })}`)).html);
    expect(tags['og:image']).toContain(boxArt);
    expect(tags['og:image:width']).toBeUndefined();
  });

  it.each([
    `</title><script>alert(1)</script>`,
    `" onload="alert(1)`,
    `' /><base href='https://evil.example'>`,
    `$& $1 $\` $' $$`,
    `<!-- & -->`,
  ])('says the title %s and does not become it', async (title) => {
    const id = await addGame(title, { description: title });
    const { html } = await get(`/game/${id}`);
    expect(html.match(/<script|<base|<!--|onload="/g)).toBeNull();
    const plain = (text = '') =>
      text
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&#39;/g, "'")
        .replace(/&amp;/g, '&');
    expect(plain(titleOf(html))).toBe(`${title} · Cellar & Co`);
    expect(plain(tagsOf(html)['og:title'])).toBe(title);
    expect(html.split('<div id="root">')).toHaveLength(2);
  });

  it('has its own ETag, and is sent again only after a change', async () => {
    const id = await addGame('Tagged Game');
    const first = await get(`/game/${id}`);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^".{20,}"$/);
    expect((await get('/games')).headers.get('etag')).not.toBe(etag);
    const again = await get(`/game/${id}`, { headers: { 'if-none-match': etag } });
    expect([again.status, again.html]).toEqual([304, '']);
    const { db } = app.services.database;
    await db.updateTable('games').set({ description: 'Now with words' }).where('id', '=', id).execute();
    const changed = await get(`/game/${id}`, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.html).toContain('Now with words');
  });

  it('answers HEAD like GET, without the body', async () => {
    const id = await addGame('Asked by Head');
    const [head, whole] = [await get(`/game/${id}`, { method: 'HEAD' }), await get(`/game/${id}`)];
    expect([head.status, head.html]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'x-robots-tag']) {
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
    }
  });

  it('has its head in compressed responses too', async () => {
    const id = await addGame('Compressed Game');
    const etags = new Set<string | null>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers, html } = await get(`/game/${id}`, { headers: { 'accept-encoding': encoding } });
      expect(headers.get('content-encoding') ?? 'identity').toBe(encoding);
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(html).toContain('og:title');
      etags.add(headers.get('etag'));
    }
    expect(etags.size).toBe(3);
  });

  it.each(['nothing', 'a'.repeat(150), '%00', '%F0%9F%8E%AE', '..%2f..%2fetc', '<script>', '%22%3E'])(
    'is the plain page with status 404 for %s',
    async (id) => {
      const { status, html } = await get(`/game/${id}`);
      expect(status).toBe(404);
      expect(titleOf(html)).toBe('Cellar &amp; Co');
      expect(tagsOf(html)).toEqual({});
      expect(html).toContain('<div id="root"></div>');
    },
  );
});

describe('with public pages off', () => {
  const setPublic = async (publicGamePages: boolean) => {
    const admin = await app.as('admin');
    await admin.call(api.updateSettings, { json: { systemSettings: { publicGamePages } } });
  };
  afterEach(() => setPublic(true));

  it('does not reveal whether a game exists', async () => {
    const id = await addGame('Secret Game', { description: 'Secret words' });
    await setPublic(false);
    const [known, unknown] = [await get(`/game/${id}`), await get('/game/nothing')];
    expect(known.status).toBe(200);
    expect(known.html).not.toMatch(/Secret|og:/);
    expect(known.html).toBe(unknown.html);
    expect([unknown.status, unknown.headers.get('etag')]).toEqual([200, known.headers.get('etag')]);
  });
});

describe('every other page', () => {
  it.each(['/', '/games', '/game', '/game/', '/login?register=true', '/admin/game/x'])(
    '%s has the name of the site',
    async (path) => {
      const { status, headers, html } = await get(path);
      expect(status).toBe(200);
      expect(titleOf(html)).toBe('Cellar &amp; Co');
      expect(tagsOf(html)).toEqual({});
      expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-cache', 'noindex']);
    },
  );

  it.each(['/nowhere/at/all', '/admin~', '/game/x/y'])('%s is the page with status 404', async (path) => {
    const { status, html } = await get(path);
    expect([status, titleOf(html)]).toEqual([404, 'Cellar &amp; Co']);
    expect(html).toContain('<div id="root"></div>');
  });

  it('is no response to an unsupported method of the API, which gets 405 and Allow', async () => {
    const { status, headers } = await get('/api/auth/forgot-password');
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    expect((await get('/api/site', { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD');
  });

  it('is no response to API calls, missing files, and POST', async () => {
    const missing = [
      await get('/api/nothing'),
      await get('/assets/gone.js'),
      await get('/x', { method: 'POST' }),
    ];
    for (const { status, headers } of missing) {
      expect(status).toBe(404);
      expect(headers.get('content-type')).toContain('application/json');
    }
  });

  it('serves other files unchanged', async () => {
    const { status, headers, html } = await get('/assets/main-1a2b3c.js');
    expect([status, html]).toEqual([200, 'console.log(1)']);
    expect(headers.get('cache-control')).toContain('immutable');
    expect(headers.get('x-robots-tag')).toBeNull();
  });

  it('has a manifest with the name of the site', async () => {
    const { status, headers, html } = await get('/manifest.webmanifest');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
    const { name, display, start_url, icons } = JSON.parse(html);
    expect([name, display, start_url]).toEqual(['Cellar & Co', 'standalone', '/']);
    expect(icons.map(({ sizes, purpose }: Record<string, string>) => [sizes, purpose])).toEqual([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ]);
  });

  it('removes the service worker of an earlier build, unless this one has one', async () => {
    const { status, headers, html } = await get('/sw.js');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(headers.get('content-type')).toContain('javascript');
    expect(html).toContain('registration.unregister()');
    const folder = await mkdtemp(join(tmpdir(), 'cellar-web-'));
    await writeFile(join(folder, 'index.html'), index);
    await writeFile(join(folder, 'sw.js'), '// ours');
    const other = await buildApp({ webDir: folder });
    const response = await other.visitor.fetch('/sw.js');
    expect([await response.text(), response.headers.get('cache-control')]).toEqual(['// ours', 'no-cache']);
    await other.close();
    await rm(folder, { recursive: true });
  });

  it('is sent even if the database is unreachable', async () => {
    const other = await buildApp({ webDir });
    await other.services.database.db.schema.dropTable('settings').execute();
    const response = await other.visitor.fetch('/games');
    expect([response.status, await response.text()]).toEqual([200, index]);
    await other.close();
  });
});
