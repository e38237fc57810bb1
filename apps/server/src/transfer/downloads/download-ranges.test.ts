// Downloads over HTTP: headers, ranges and conditional requests. The tests of the header parser are in http/.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { getTicket } from '#test/sample-download.ts';
import { formOf } from '#test/sample-upload.ts';
import { openFilesUnder, sha256 } from '#test/traces.ts';

const archive = sampleArchive(300_000);
const size = archive.length;

let app: TestApp;
let admin: Client;
let member: Client;
let url: string;
let etag: string;
let lastModified: string;
beforeAll(async () => {
  app = await buildApp();
  admin = await app.as('admin');
  member = await app.as('member');
  const game = await createGame(app.services, admin, { archive });
  ({ url } = await getTicket(member, game));
  const { headers } = await app.visitor.fetch(url, { method: 'HEAD' });
  etag = headers.get('etag') ?? '';
  lastModified = headers.get('last-modified') ?? '';
});
afterAll(async () => {
  const open = await openFilesUnder(app.dataDir);
  await app.close();
  expect(open).toEqual([]);
});

async function ask(headers: Record<string, string>, method = 'GET') {
  const response = await app.visitor.fetch(url, { method, headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

function headersOf(list: Record<string, string>[]): Record<string, string>[] {
  return list;
}

describe('the whole file', () => {
  it('has all headers that download managers use', async () => {
    const { status, headers, bytes } = await ask({});
    expect(status).toBe(200);
    expect(bytes.equals(archive)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(size),
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="Sample Game .+ \(Windows\)\.zip"$/,
      ),
      etag: expect.stringMatching(/^"[\w-]+"$/),
      'last-modified': expect.stringMatching(/ GMT$/),
      'repr-digest': `sha-256=:${Buffer.from(sha256(archive), 'hex').toString('base64')}:`,
      'cache-control': 'private, no-transform',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is named by RFC 6266 for any title', async () => {
    const title = 'Pokémon: «Ärger» — 忍者 / "zwei"';
    const game = await createGame(app.services, admin, { title });
    const { url: address } = await getTicket(member, game);
    const { headers } = await app.visitor.fetch(address, { method: 'HEAD' });
    const disposition = headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.!#$&+^`|~-]+$/);
    const encoded = /filename\*=UTF-8''(.+)$/.exec(disposition)?.[1] ?? '';
    expect(decodeURIComponent(encoded)).toBe('Pokémon «Ärger» — 忍者 zwei (Windows).zip');
  });

  it('has no digest header until the digest is computed', async () => {
    const { db } = app.services.database;
    const game = await createGame(app.services, admin);
    await db.updateTable('gameFiles').set({ sha256: null }).where('gameId', '=', game.id).execute();
    const ticket = await getTicket(member, game);
    const { headers } = await app.visitor.fetch(ticket.url, { method: 'HEAD' });
    expect(headers.get('repr-digest')).toBeNull();
  });

  it('has the content type of its archive', async () => {
    const { id } = await createGame(app.services, admin);
    const tarGz = Buffer.concat([Buffer.from([0x1f, 0x8b, 0x08]), Buffer.alloc(100)]);
    const form = formOf(
      [
        ['platform', 'Linux'],
        ['gameFile', tarGz],
      ],
      'a.tar.gz',
    );
    await admin.call(api.addFile, { params: { id }, form });
    const ticket = await getTicket(member, { id, platform: 'Linux' });
    const { headers } = await app.visitor.fetch(ticket.url, { method: 'HEAD' });
    expect(headers.get('content-type')).toBe('application/gzip');
    expect(headers.get('content-disposition')).toContain('.tar.gz"');
  });

  it('answers HEAD with the same headers and no body', async () => {
    const whole = await ask({});
    const { status, headers, bytes } = await ask({}, 'HEAD');
    expect([status, bytes.length]).toEqual([200, 0]);
    for (const name of [
      'content-length',
      'content-type',
      'etag',
      'last-modified',
      'accept-ranges',
      'repr-digest',
    ]) {
      expect(headers.get(name), name).toBe(whole.headers.get(name));
    }
  });
});

describe('a range', () => {
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-499', 0, 500],
    ['bytes=1000-1999', 1000, 2000],
    ['bytes=299999-', size - 1, size],
    ['bytes=150000-', 150_000, size],
    ['bytes=-1', size - 1, size],
    ['bytes=-500', size - 500, size],
    ['bytes=-999999', 0, size],
    ['bytes=299000-999999', 299_000, size],
    ['Bytes=0-9', 0, 10],
    ['bytes=0-9,5-19', 0, 20],
  ])('%s returns these bytes', async (range, start, end) => {
    const { status, headers, bytes } = await ask({ range });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${size}`);
    expect(headers.get('content-length')).toBe(String(end - start));
    expect(bytes.equals(archive.subarray(start, end))).toBe(true);
  });

  it('can be one of several, which get a multipart answer', async () => {
    const { status, headers, bytes } = await ask({ range: 'bytes=0-9, 1000-1999, -5' });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBeNull();
    const boundary =
      /^multipart\/byteranges; ?boundary=(.+)$/.exec(headers.get('content-type') ?? '')?.[1] ?? '?';
    const parts = bytes.toString('latin1').split(`\r\n--${boundary}`).slice(1);
    expect(parts.pop()).toBe('--\r\n');
    const found = parts.map((part) => {
      const at = part.indexOf('\r\n\r\n');
      return [/content-range: (.*)/.exec(part)?.[1], sha256(Buffer.from(part.slice(at + 4), 'latin1'))];
    });
    const expected = [
      [0, 10],
      [1000, 2000],
      [size - 5, size],
    ].map(([start = 0, end = 0]) => [
      `bytes ${start}-${end - 1}/${size}`,
      sha256(archive.subarray(start, end)),
    ]);
    expect(found).toEqual(expected);
  });

  it.each([
    'bytes=300000-',
    'bytes=300000-300001',
    'bytes=-0',
    'bytes=5-4',
    'bytes=abc',
    'bytes=1-2x',
    'bytes=--5',
    'bytes=-',
    'bytes=',
    'bytes=0-1-2',
    'bytes=1.5-3',
    'bytes=0x10-0x20',
    'bytes= 0-5',
    'bytes=0-5;6-7',
    `bytes=${Array.from({ length: 200 }, (_, at) => `${at * 2}-${at * 2}`).join(',')}`,
    `bytes=${'9'.repeat(400)}-`,
  ])('%s cannot be answered', async (range) => {
    const { status, headers, bytes } = await ask({ range });
    expect(status).toBe(416);
    // The digest would be that of the file, but the body is different.
    expect(headers.get('repr-digest')).toBeNull();
    expect(headers.get('content-range')).toBe(`bytes */${size}`);
    expect(JSON.parse(bytes.toString())).toMatchObject({
      code: 'range_not_satisfiable',
      requestId: expect.any(String),
    });
  });

  it.each(['lines=0-5', 'bytes', 'bytes 0-5', '0-5', 'x'])(
    '%s is ignored because it is invalid',
    async (range) => {
      const { status, bytes } = await ask({ range });
      expect([status, bytes.length]).toEqual([200, size]);
    },
  );

  it('is ignored for HEAD', async () => {
    const { status, headers } = await ask({ range: 'bytes=0-9' }, 'HEAD');
    expect([status, headers.get('content-length')]).toEqual([200, String(size)]);
  });

  it('completes an interrupted download', async () => {
    const first = await ask({ range: 'bytes=0-99999' });
    const second = await ask({ range: 'bytes=100000-', 'if-range': first.headers.get('etag') ?? '' });
    expect(sha256(Buffer.concat([first.bytes, second.bytes]))).toBe(sha256(archive));
  });
});

describe('a condition', () => {
  const range = 'bytes=0-9';

  it('If-Range permits the range only for the same file', async () => {
    expect((await ask({ range, 'if-range': etag })).status).toBe(206);
    expect((await ask({ range, 'if-range': lastModified })).status).toBe(206);
    for (const other of ['"another"', `W/${etag}`, new Date(0).toUTCString(), 'yesterday', '*']) {
      expect((await ask({ range, 'if-range': other })).status, other).toBe(200);
    }
  });

  it('If-None-Match and If-Modified-Since lead to 304 for an unchanged file', async () => {
    for (const headers of headersOf([
      { 'if-none-match': etag },
      { 'if-none-match': `"a", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': lastModified },
    ])) {
      const { status, headers: answer, bytes } = await ask(headers);
      expect([status, answer.get('etag'), bytes.length]).toEqual([304, etag, 0]);
    }
    expect((await ask({ 'if-none-match': '"a"', 'if-modified-since': lastModified })).status).toBe(200);
    expect((await ask({ 'if-modified-since': new Date(0).toUTCString() })).status).toBe(200);
  });

  it('If-Match and If-Unmodified-Since lead to 412 for another file', async () => {
    for (const headers of headersOf([
      { 'if-match': '"a"' },
      { 'if-match': `W/${etag}` },
      { 'if-unmodified-since': new Date(0).toUTCString() },
    ])) {
      const { status, bytes, headers: answered } = await ask(headers);
      expect([status, answered.get('repr-digest')]).toEqual([412, null]);
      expect(JSON.parse(bytes.toString()).code).toBe('precondition_failed');
    }
    for (const tag of [etag, '*', `"a", ${etag}`]) expect((await ask({ 'if-match': tag })).status).toBe(200);
  });

  it('no longer holds when the platform has a new file', async () => {
    const { db } = app.services.database;
    const old = await createGame(app.services, admin);
    const first = await getTicket(member, old);
    const { headers } = await app.visitor.fetch(first.url, { method: 'HEAD' });
    await db.deleteFrom('gameFiles').where('gameId', '=', old.id).execute();
    const archive2 = sampleArchive(5000);
    await createGame(app.services, admin, { title: old.title, archive: archive2 });
    const second = await getTicket(member, old);
    const resumed = await app.visitor.fetch(second.url, {
      headers: { range: 'bytes=10-', 'if-range': headers.get('etag') ?? '' },
    });
    expect(resumed.status).toBe(200);
    expect(sha256(Buffer.from(await resumed.arrayBuffer()))).toBe(sha256(archive2));
  });
});
