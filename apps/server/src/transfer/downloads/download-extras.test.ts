// Downloads of updates and extras: the same promises as for platform files, and what the histories and statistics say.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import type { ErrorBody } from '@cellar/contract/errors.ts';
import type { Extra } from '@cellar/contract/transfer/extras.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addExtra, getExtraTicket } from '#test/extras-and-cheats.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { activityOf, getTicket, holdDownload } from '#test/sample-download.ts';
import { openFilesUnder, sha256 } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

const bytes = sampleArchive(300_000);

let app: TestApp;
let admin: Client;
let member: Client;
let game: Awaited<ReturnType<typeof createGame>>;
let extra: Extra;
beforeAll(async () => {
  app = await buildApp({ env: { TRUST_PROXY: 'loopback', ACCEL: 'nginx:/internal/files' } });
  admin = await app.as('admin');
  member = await app.as('member');
  game = await createGame(app.services, admin);
  extra = await addExtra(app.services, admin, game.id, { bytes, facts: { platform: 'Windows' } });
});
afterAll(async () => {
  const open = await openFilesUnder(app.dataDir);
  await app.close();
  expect(open).toEqual([]);
});

const pathOf = (gameId: string, id: string) => `/api/games/${gameId}/extras/${id}/download`;

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

async function errorOf(response: Response): Promise<ErrorBody> {
  return (await response.json()) as ErrorBody;
}

async function ownEntry(client: Client, downloadId: string) {
  const { activities } = (await client.call(api.myActivity)).body;
  return activities.find((entry: { downloadId: string }) => entry.downloadId === downloadId);
}

describe('the file of an extra', () => {
  it('is sent as an attachment under its own name, with the headers of a platform file', async () => {
    const { url, fileName } = await getExtraTicket(member, game.id, extra._id, 'headers');
    const response = await app.visitor.fetch(url);
    expect((await bytesOf(response)).equals(bytes)).toBe(true);
    expect(fileName).toBe('patch-1.2.zip');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': String(bytes.length),
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename=patch-1.2.zip',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${extra._id}"`,
      'repr-digest': `sha-256=:${Buffer.from(sha256(bytes), 'hex').toString('base64')}:`,
    });
  });

  it('is no page for a browser, whatever it contains', async () => {
    const sample = { fileName: 'notes.txt', bytes: Buffer.from('<script>alert(1)</script>') };
    const text = await addExtra(app.services, admin, game.id, { ...sample, facts: { name: 'Notes' } });
    const response = await member.fetch(pathOf(game.id, text._id));
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    await bytesOf(response);
  });

  it('is sent in ranges, which make one completed download', async () => {
    const { url } = await getExtraTicket(member, game.id, extra._id, 'ranges');
    const middle = 123_456;
    const parts: Buffer[] = [];
    for (const range of [`bytes=0-${middle - 1}`, `bytes=${middle}-`]) {
      const response = await app.visitor.fetch(url, { headers: { range } });
      expect(response.status).toBe(206);
      parts.push(await bytesOf(response));
    }
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    await eventually(async () =>
      expect(await activityOf(member, 'ranges')).toMatchObject({
        status: 'completed',
        bytesSent: bytes.length,
        gameId: game.id,
        title: game.title,
        platform: 'Windows',
        extra: { name: 'Patch 1.2' },
      }),
    );
  });

  it('is sent by session, with and without a download id', async () => {
    const path = pathOf(game.id, extra._id);
    for (const query of ['?downloadId=by-session', '', '']) {
      expect((await bytesOf(await member.fetch(`${path}${query}`))).equals(bytes)).toBe(true);
    }
    expect(await activityOf(member, 'by-session')).toMatchObject({ extra: { name: 'Patch 1.2' } });
  });

  it('has a checksum file', async () => {
    const response = await member.fetch(`${pathOf(game.id, extra._id)}/sha256`);
    expect(await response.text()).toBe(`${sha256(bytes)}  patch-1.2.zip\n`);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=patch-1.2.zip.sha256');
  });

  it('is handed over to a proxy', async () => {
    const { url } = await getExtraTicket(member, game.id, extra._id, 'handed-over');
    const headers = { 'x-forwarded-for': '192.0.2.7', 'x-sendfile-type': 'X-Accel-Redirect' };
    const response = await app.visitor.fetch(url, { headers });
    const { storageKey } = await app.services.database.db
      .selectFrom('gameExtras')
      .select('storageKey')
      .where('id', '=', extra._id)
      .executeTakeFirstOrThrow();
    const address = `/internal/files/${storageKey.slice(0, 2)}/${storageKey}`;
    expect(response.headers.get('x-accel-redirect')).toBe(address);
    expect(await ownEntry(member, 'handed-over')).toMatchObject({ isHandedOver: true });
  });

  it('answers 404 for an unknown extra, and for one of another game', async () => {
    const other = await createGame(app.services, admin);
    for (const path of [pathOf(game.id, 'nothing'), pathOf(other.id, extra._id)]) {
      const response = await member.fetch(path);
      expect([response.status, (await errorOf(response)).code]).toEqual([404, 'file_missing']);
    }
  });
});

describe('a ticket', () => {
  it('opens only its own extra', async () => {
    const other = await addExtra(app.services, admin, game.id, { facts: { version: '1.3' } });
    const { url } = await getExtraTicket(member, game.id, extra._id, 'own-extra');
    const query = url.slice(url.indexOf('?'));
    for (const path of [
      pathOf(game.id, other._id),
      `/api/games/${game.id}/download/Windows`,
      pathOf((await createGame(app.services, admin)).id, extra._id),
    ]) {
      const response = await app.visitor.fetch(`${path}${query}`);
      expect([response.status, (await errorOf(response)).code]).toEqual([403, 'ticket_invalid']);
    }
    const ofFile = await getTicket(member, game);
    const fileQuery = ofFile.url.slice(ofFile.url.indexOf('?'));
    expect((await app.visitor.fetch(`${pathOf(game.id, extra._id)}${fileQuery}`)).status).toBe(403);
  });

  it('of one download id is for one file', async () => {
    const { downloadId } = await getTicket(member, game);
    const params = { id: game.id, extraId: extra._id };
    expect(await member.call(api.createExtraTicket, { params, json: { downloadId } })).toMatchObject({
      status: 409,
      body: { code: 'download_id_taken' },
    });
  });

  it('reports that its extra was deleted, and the history keeps its name', async () => {
    const doomed = await addExtra(app.services, admin, game.id, { facts: { version: '0.1' } });
    const { url } = await getExtraTicket(member, game.id, doomed._id, 'deleted');
    await bytesOf(await app.visitor.fetch(url));
    await eventually(async () =>
      expect(await ownEntry(member, 'deleted')).toMatchObject({ downloadStatus: 'completed' }),
    );
    const params = { id: game.id, extraId: doomed._id };
    expect((await admin.call(api.deleteExtra, { params })).status).toBe(200);
    const response = await app.visitor.fetch(url);
    expect([response.status, (await errorOf(response)).code]).toEqual([404, 'file_missing']);
    expect(await ownEntry(member, 'deleted')).toMatchObject({
      gameTitle: game.title,
      platform: '',
      extra: { id: null, name: 'Patch 0.1' },
      fileName: 'patch-1.2.zip',
    });
  });
});

it('keeps the bytes of a deleted extra while it is being sent', async () => {
  const large = sampleArchive(48 * 1024 * 1024);
  const doomed = await addExtra(app.services, admin, game.id, {
    bytes: large,
    facts: { version: '9' },
  });
  const { storageKey } = await app.services.database.db
    .selectFrom('gameExtras')
    .select('storageKey')
    .where('id', '=', doomed._id)
    .executeTakeFirstOrThrow();
  const path = join(app.dataDir, 'files', storageKey.slice(0, 2), storageKey);
  const { url } = await getExtraTicket(member, game.id, doomed._id, 'held');
  const held = await holdDownload(new URL(url, app.url).href);
  await eventually(async () => {
    const row = await app.services.database.db
      .selectFrom('downloads')
      .select('connectedAt')
      .where('clientId', '=', 'held')
      .executeTakeFirst();
    expect(row?.connectedAt).toBeTruthy();
  });
  const params = { id: game.id, extraId: doomed._id };
  expect((await admin.call(api.deleteExtra, { params })).status).toBe(200);
  expect((await stat(path)).size).toBe(large.length);
  held.resume();
  expect(await held.ended).toBe('whole');
  await app.services.downloads.flushProgress();
  app.clock.advance(minuteMs);
  await app.services.files.removeMarkedFiles();
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

describe('a download of an extra', () => {
  it('is an entry of the log, but not of the statistics of games', async () => {
    const guest = await app.as('member');
    const mine = await createGame(app.services, admin);
    const added = await addExtra(app.services, admin, mine.id);
    const { url } = await getExtraTicket(guest, mine.id, added._id, 'logged');
    const before = (await admin.call(api.activityStats)).body.days.at(-1).downloads;
    await bytesOf(await app.visitor.fetch(url));
    await eventually(async () =>
      expect(await activityOf(guest, 'logged')).toMatchObject({ status: 'completed' }),
    );
    const { body } = await admin.call(api.allActivity, { query: { game: mine.id } });
    expect(body.activities).toMatchObject([{ extra: { name: 'Patch 1.2' }, gameTitle: mine.title }]);
    const csv = await (await admin.fetch(`${api.exportActivity.path}?game=${mine.id}`)).text();
    expect(csv.split('\r\n')[1]).toMatch(/,Patch 1.2,$/);
    const stats = (await admin.call(api.activityStats)).body;
    expect(stats.days.at(-1).downloads).toBe(before);
    expect(stats.games.map(({ gameTitle }: { gameTitle: string }) => gameTitle)).not.toContain(mine.title);
  });

  it('is not a download of the game: only a platform file moves the date of the last one', async () => {
    const guest = await app.as('member');
    const mine = await createGame(app.services, admin);
    const added = await addExtra(app.services, admin, mine.id);
    const lastDownload = async (client: Client) =>
      (await client.call(api.getGame, { params: { id: mine.id } })).body.lastDownloadedAt;
    await bytesOf(await guest.fetch(`${pathOf(mine.id, added._id)}?downloadId=only-extra`));
    await eventually(async () =>
      expect(await activityOf(guest, 'only-extra')).toMatchObject({ status: 'completed' }),
    );
    expect(await lastDownload(guest)).toBeNull();
    for (const downloadId of ['first', 'second']) {
      app.clock.advance(minuteMs);
      await bytesOf(await app.visitor.fetch((await getTicket(guest, mine, downloadId)).url));
      await eventually(async () => {
        const entry = await ownEntry(guest, downloadId);
        expect(entry.downloadStatus).toBe('completed');
        expect(await lastDownload(guest)).toBe(entry.endedAt);
      });
    }
    for (const other of [app.visitor, member]) expect(await lastDownload(other)).toBeNull();
  });
});

it.each(['visitor', 'pending', 'suspended', 'expired'] as const)('%s gets no extra', async (state) => {
  const client = state === 'visitor' ? app.visitor : await app.as(state);
  for (const path of [pathOf(game.id, extra._id), `${pathOf(game.id, extra._id)}/sha256`]) {
    expect([401, 403]).toContain((await client.fetch(path)).status);
  }
});
