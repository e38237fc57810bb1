// Files that are handed over to nginx: the conditions, the headers, and the activity of a download whose bytes are not counted.
// hand-over.long.test.ts uses a real nginx.

import { rm } from 'node:fs/promises';
import { api } from '@cellar/contract/api.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { activityOf, getTicket } from '#test/sample-download.ts';
import { openFilesUnder, sha256, storedPath } from '#test/traces.ts';

const archive = sampleArchive(50_000);
const size = archive.length;
const accel = { ACCEL: 'nginx:/internal/files', TRUST_PROXY: 'loopback' };
/** The headers that nginx adds to a request. */
const forwarded = { 'x-forwarded-for': '192.0.2.7' };
const through = { ...forwarded, 'x-sendfile-type': 'X-Accel-Redirect' };

let app: TestApp;
let admin: Client;
let member: Client;
let game: Awaited<ReturnType<typeof createGame>>;
beforeAll(async () => {
  app = await buildApp({ env: accel });
  admin = await app.as('admin');
  member = await app.as('member');
  game = await createGame(app.services, admin, { archive });
});
afterAll(async () => {
  const open = await openFilesUnder(app.dataDir);
  await app.close();
  expect(open).toEqual([]);
});

async function ask(url: string, headers: Record<string, string>, { method = 'GET', from = app } = {}) {
  const response = await from.visitor.fetch(url, { method, headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

const piece = (url: string, range: string) => ask(url, { ...through, range });
const storedAs = async () =>
  (await storedPath(app, game.id, game.platform)).slice(`${app.dataDir}/files/`.length);
const ownEntry = async (client: Client, downloadId: string) => {
  const { activities } = (await client.call(api.myActivity)).body;
  return activities.find((entry: { downloadId: string }) => entry.downloadId === downloadId);
};

describe('a file', () => {
  it('is handed over by its internal address, with the headers that nginx cannot know', async () => {
    const { url } = await getTicket(member, game);
    const head = await ask(url, through, { method: 'HEAD' });
    const { status, headers, bytes } = await ask(url, through);
    expect([status, bytes.length, headers.get('content-length')]).toEqual([200, 0, '0']);
    expect(headers.get('x-accel-redirect')).toBe(`/internal/files/${await storedAs()}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="Sample Game .+\.zip"$/),
      'cache-control': 'private, no-transform',
      'repr-digest': `sha-256=:${Buffer.from(sha256(archive), 'hex').toString('base64')}:`,
    });
    for (const name of ['etag', 'last-modified']) expect(headers.get(name)).toBe(head.headers.get(name));
    // nginx adds these headers itself, so they would appear twice.
    for (const name of ['accept-ranges', 'content-range']) expect(headers.get(name)).toBeNull();
  });

  it.each([
    ['a client without a proxy', {}],
    ['a client that pretends to be a proxy', { 'x-sendfile-type': 'X-Accel-Redirect' }],
    ['a proxy without X-Sendfile-Type', forwarded],
    ['a proxy that supports another method', { ...forwarded, 'x-sendfile-type': 'X-Sendfile' }],
  ])('is sent by Cellar to %s', async (_, headers: Record<string, string>) => {
    const answer = await ask((await getTicket(member, game)).url, headers);
    expect(answer.headers.get('x-accel-redirect')).toBeNull();
    expect(answer.bytes.equals(archive)).toBe(true);
  });

  it.each([
    ['a proxy that is not trusted', { ...accel, TRUST_PROXY: '10.9.9.9' }],
    ['any proxy if ACCEL is not set', { TRUST_PROXY: 'loopback' }],
  ])('is sent by Cellar to %s', async (_, env) => {
    const other = await buildApp({ env });
    const target = await createGame(other.services, await other.as('admin'), { archive });
    const { url } = await getTicket(await other.as('member'), target);
    const answer = await ask(url, through, { from: other });
    expect(answer.headers.get('x-accel-redirect')).toBeNull();
    expect(answer.bytes.equals(archive)).toBe(true);
    await other.close();
  });

  it('is not handed over without bytes to send, or with conditions that nginx would evaluate differently', async () => {
    const { url, downloadId } = await getTicket(member, game);
    const { headers: facts } = await ask(url, through, { method: 'HEAD' });
    const [etag, modified] = [facts.get('etag') ?? '', facts.get('last-modified') ?? ''];
    const asked: [Record<string, string>, status: number, bytes: number][] = [
      [{ 'if-none-match': etag }, 304, 0],
      [{ 'if-match': '"another"' }, 412, -1],
      [{ range: `bytes=${size}-` }, 416, -1],
      [{ 'if-match': etag, range: 'bytes=0-9' }, 206, 10],
      [{ 'if-unmodified-since': modified }, 200, size],
      [{ 'if-none-match': '"another"' }, 200, size],
      [{ 'if-modified-since': new Date(0).toUTCString() }, 200, size],
    ];
    for (const [headers, status, length] of asked) {
      const answer = await ask(url, { ...through, ...headers });
      expect([answer.status, answer.headers.get('x-accel-redirect')]).toEqual([status, null]);
      if (length >= 0) expect(answer.bytes.length).toBe(length);
    }
    expect((await activityOf(member, downloadId))?.isHandedOver).toBe(false);
  });

  it('is refused without revealing its internal address', async () => {
    const guest = await app.as('member');
    const { url } = await getTicket(guest, game);
    const refusals: [string, number, string][] = [
      [url.replace(/ticket=.*/, 'ticket=wrong'), 403, 'ticket_invalid'],
    ];
    await app.services.database.db
      .updateTable('users')
      .set({ suspendedAt: new Date().toISOString() })
      .where('id', '=', guest.account?.id ?? '')
      .execute();
    refusals.push([url, 403, 'ticket_invalid']);
    const gone = await createGame(app.services, admin);
    await rm(await storedPath(app, gone.id, gone.platform));
    refusals.push([(await getTicket(member, gone)).url, 404, 'file_missing']);
    for (const [address, status, code] of refusals) {
      const answer = await ask(address, through);
      expect([answer.status, answer.headers.get('x-accel-redirect')]).toEqual([status, null]);
      expect(JSON.parse(answer.bytes.toString()).code).toBe(code);
    }
  });
});

describe('a download that was handed over', () => {
  it('is completed without counted bytes, and shown as handed over everywhere', async () => {
    const guest = await app.as('member');
    const { url, downloadId } = await getTicket(guest, game);
    await ask(url, through);
    const facts = { isHandedOver: true, bytesSent: 0 };
    expect(await activityOf(guest, downloadId)).toMatchObject({
      ...facts,
      status: 'completed',
      isSending: false,
    });
    expect(await ownEntry(guest, downloadId)).toMatchObject({ ...facts, downloadStatus: 'completed' });

    const mine = { member: guest.account?.id ?? '' };
    const { body } = await admin.call(api.allActivity, { query: mine });
    expect(body.activities).toMatchObject([{ ...facts, downloadStatus: 'completed' }]);
    const [head, line] = (await admin.call(api.exportActivity, { query: mine })).body.split('\r\n');
    const at = head.split(',').indexOf('Handed over');
    expect(line.split(',').slice(at - 1, at + 1)).toEqual(['0', 'yes']);
    const stats = (await admin.call(api.activityStats)).body;
    expect(stats.handedOver).toBeGreaterThanOrEqual(1);

    app.clock.advance(3 * minuteMs);
    expect(await activityOf(guest, downloadId)).toBeUndefined();
  });

  it('is one activity in several ranges, completed with the last one, however long each takes', async () => {
    const guest = await app.as('member');
    const { url, downloadId } = await getTicket(guest, game);
    await piece(url, 'bytes=0-9999, 20000-29999');
    expect(await activityOf(guest, downloadId)).toMatchObject({ status: 'in_progress', isHandedOver: true });
    const { downloads } = (await admin.call(api.runningDownloads)).body;
    expect(downloads).toContainEqual(expect.objectContaining({ downloadId, isHandedOver: true }));
    app.clock.advance(90 * minuteMs);
    await app.services.downloads.tidy();
    // Cellar does not see the transfer, so the download is neither active nor failed.
    expect(await activityOf(guest, downloadId)).toBeUndefined();
    expect(await ownEntry(guest, downloadId)).toMatchObject({ downloadStatus: 'in_progress' });
    await piece(url, 'bytes=5000-19999');
    await piece(url, 'bytes=-20000');
    expect(await activityOf(guest, downloadId)).toMatchObject({ status: 'completed', bytesSent: 0 });
    expect((await guest.call(api.myActivity)).body.total).toBe(1);
  });

  it('fails if the rest was not requested before the ticket expired', async () => {
    const guest = await app.as('member');
    const { url, downloadId } = await getTicket(guest, game);
    await piece(url, 'bytes=0-9');
    app.clock.advance(25 * hourMs);
    await app.services.downloads.tidy();
    expect(await ownEntry(guest, downloadId)).toMatchObject({ downloadStatus: 'failed', isHandedOver: true });
  });

  it('counts bytes sent without the proxy', async () => {
    const guest = await app.as('member');
    const { url, downloadId } = await getTicket(guest, game);
    await piece(url, 'bytes=0-29999');
    expect((await ask(url, { range: 'bytes=20000-' })).bytes.length).toBe(30_000);
    await app.services.downloads.flushProgress();
    expect(await activityOf(guest, downloadId)).toMatchObject({ status: 'completed', bytesSent: 30_000 });
  });

  it('gets no further ranges after a cancellation', async () => {
    const guest = await app.as('member');
    const { url, downloadId } = await getTicket(guest, game);
    await piece(url, 'bytes=0-9');
    await guest.call(api.cancelDownload, { params: { downloadId } });
    expect((await piece(url, 'bytes=10-')).status).toBe(403);
    expect(await activityOf(guest, downloadId)).toMatchObject({ status: 'failed', isCancelled: true });
  });

  it('without an id continues with a later range, and is a new download from the first byte', async () => {
    const guest = await app.as('member');
    const headers = { ...through, authorization: `Bearer ${guest.account?.token}` };
    const path = `/api/games/${game.id}/download/Windows`;
    const total = async () => (await guest.call(api.myActivity)).body.total;
    expect((await ask(path, headers)).headers.get('x-accel-redirect')).not.toBeNull();
    await ask(path, { ...headers, range: 'bytes=30000-' });
    expect(await total()).toBe(1);
    await ask(path, headers);
    expect(await total()).toBe(2);
  });

  it('is completed when each byte was handed over or sent, in any ranges', async () => {
    const step = fc.record({
      start: fc.nat(size - 1),
      length: fc.oneof(fc.integer({ min: 1, max: size }), fc.constant(size)),
      isHandedOver: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const guest = await app.as('member');
        const { url, downloadId } = await getTicket(guest, game);
        const [all, counted] = [new Uint8Array(size), new Uint8Array(size)];
        for (const { start, length, isHandedOver } of steps) {
          const end = Math.min(size, start + length);
          all.fill(1, start, end);
          if (!isHandedOver) counted.fill(1, start, end);
          await ask(url, { ...(isHandedOver ? through : {}), range: `bytes=${start}-${end - 1}` });
        }
        await app.services.downloads.flushProgress();
        expect(await ownEntry(guest, downloadId)).toMatchObject({
          bytesSent: counted.filter(Boolean).length,
          downloadStatus: all.every(Boolean) ? 'completed' : 'in_progress',
          isHandedOver: steps.some(({ isHandedOver }) => isHandedOver),
        });
      }),
      {
        numRuns: 15,
        examples: [
          [
            [
              { start: 0, length: 25_000, isHandedOver: true },
              { start: 25_000, length: size, isHandedOver: false },
            ],
          ],
        ],
      },
    );
  });
});
