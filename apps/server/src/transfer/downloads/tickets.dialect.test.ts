// Download tickets: who gets one, which download it is bound to, and when it expires.

import { rm } from 'node:fs/promises';
import { api } from '@cellar/contract/api.ts';
import type { ErrorBody } from '@cellar/contract/errors.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame, sampleArchive, samplePassword } from '#test/factories.ts';
import { logIn } from '#test/logins.ts';
import { activityOf, askTicket, getTicket, holdDownload } from '#test/sample-download.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { openFilesUnder, sha256, storedPath } from '#test/traces.ts';

const hour = 3600_000;

let game: Awaited<ReturnType<typeof createGame>>;
const app = sharedApp();
const admin = sharedClient(app, 'admin');
const member = sharedClient(app, 'member');

beforeAll(async () => {
  game = await createGame(app.services, admin);
});

async function bytesOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return sha256(Buffer.from(await response.arrayBuffer()));
}

async function expectRefused(response: Response, expected: [number, string]): Promise<void> {
  const body = (await response.json()) as ErrorBody;
  expect([response.status, body.code]).toEqual(expected);
  expect(body.requestId).toBeTruthy();
}

async function setUser(client: Client, changes: { suspendedAt?: string | null; approvedAt?: string | null }) {
  const { db } = app.services.database;
  await db
    .updateTable('users')
    .set(changes)
    .where('id', '=', client.account?.id ?? '')
    .execute();
}

describe('POST /api/games/{id}/download/{platform}', () => {
  it('returns a ticket that opens the file without a session', async () => {
    const { status, body } = await askTicket(member, game, 'first download');
    expect(status).toBe(201);
    expect(body).toEqual({
      url: expect.stringMatching(
        /^\/api\/games\/[^/]+\/download\/Windows\?downloadId=first\+download&ticket=[\w-]{43}$/,
      ),
      fileName: `${game.title} (Windows).zip`,
      fileSize: game.archive.length,
      sha256: sha256(game.archive),
      downloadId: 'first download',
      expiresAt: expect.any(String),
    });
    expect(await bytesOf(await app.visitor.fetch(body.url))).toBe(sha256(game.archive));
  });

  it('works for a platform with brackets and spaces in its name', async () => {
    const odd = await createGame(app.services, admin, { platform: 'Windows v1.2 (beta) +x' });
    const { url } = await getTicket(member, odd);
    expect(await bytesOf(await app.visitor.fetch(url))).toBe(sha256(odd.archive));
  });

  it('returns another ticket for the same download; both open the file', async () => {
    const first = await getTicket(member, game);
    const second = await getTicket(member, game, first.downloadId);
    expect(second.url).not.toBe(first.url);
    for (const { url } of [first, second]) expect((await app.visitor.fetch(url)).status).toBe(200);
  });

  it('returns a ticket for each of many concurrent requests, with one activity', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => askTicket(member, game, 'all at once')));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { body } = await member.call(api.activeDownloads);
    const mine = body.downloads.filter(
      ({ downloadId }: { downloadId: string }) => downloadId === 'all at once',
    );
    expect(mine.length).toBe(1);
  });

  it('refuses the id of another file’s download', async () => {
    const other = await createGame(app.services, admin);
    const { downloadId } = await getTicket(member, game);
    const answer = await askTicket(member, other, downloadId);
    expect(answer).toMatchObject({ status: 409, body: { code: 'download_id_taken' } });
  });

  it.each([{}, { downloadId: '' }, { downloadId: 5 }, { downloadId: '../x' }, { downloadId: 'a\u0000' }, []])(
    'refuses the body %j',
    async (json) => {
      const answer = await member.call(api.createTicket, {
        params: { id: game.id, platform: 'Windows' },
        json,
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    },
  );

  it('refuses an overlong id', async () => {
    expect((await askTicket(member, game, 'x'.repeat(10_000))).status).toBe(400);
  });

  it('answers with a message for the page if the platform has no file', async () => {
    const { status, body } = await askTicket(member, { ...game, platform: 'Xbox' });
    expect([status, body.code]).toEqual([404, 'file_missing']);
    expect(body.message).toBe('File not available on server. The game file may have been moved or deleted.');
  });

  it.each(['a%2Fb', '%25', '..%2f..', '%00', 'Windows%20(Version)', 'x'.repeat(150)])(
    'refuses the platform %s',
    async (platform) => {
      const path = `/api/games/${game.id}/download/${platform}`;
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ downloadId: 'd1' });
      const posted = await member.fetch(path, { method: 'POST', headers, body });
      await expectRefused(posted, [400, 'validation_failed']);
      await expectRefused(await member.fetch(path), [400, 'validation_failed']);
    },
  );

  it.each(['%E0%A4%A', '%', '%zz', `${'x'.repeat(5000)}`])('refuses the address %s', async (platform) => {
    const response = await member.fetch(`/api/games/${game.id}/download/${platform}`);
    expect([400, 404, 414]).toContain(response.status);
    expect(((await response.json()) as ErrorBody).code).toBeTruthy();
  });

  it('answers 404 for an unknown game', async () => {
    expect(await askTicket(member, { ...game, id: 'nothing' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });
});

describe('a ticket', () => {
  it('is stored only as a digest', async () => {
    const { url } = await getTicket(member, game);
    const rows = await app.services.database.db.selectFrom('tickets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(new URL(url, app.url).searchParams.get('ticket'));
  });

  it('is valid only for its game and platform', async () => {
    const other = await createGame(app.services, admin);
    const { url } = await getTicket(member, game);
    for (const [from, to] of [
      [game.id, other.id],
      ['/Windows', '/Linux'],
    ] as const) {
      await expectRefused(await app.visitor.fetch(url.replace(from, to)), [403, 'ticket_invalid']);
    }
  });

  it.each(['', 'x', 'x'.repeat(43), '%00', "'; drop table tickets; --"])(
    'is refused with the value %j',
    async (ticket) => {
      const path = `/api/games/${game.id}/download/Windows?ticket=${encodeURIComponent(ticket)}`;
      await expectRefused(await app.visitor.fetch(path), [403, 'ticket_invalid']);
    },
  );

  it('is refused if it is repeated or too long', async () => {
    const path = `/api/games/${game.id}/download/Windows`;
    await expectRefused(await app.visitor.fetch(`${path}?ticket=a&ticket=b`), [400, 'validation_failed']);
    await expectRefused(await app.visitor.fetch(`${path}?ticket=${'x'.repeat(129)}`), [
      400,
      'validation_failed',
    ]);
  });

  it('expires 24 hours after its last use', async () => {
    const later = await buildApp();
    const target = await createGame(later.services, await later.as('admin'));
    const { url } = await getTicket(await later.as('member'), target);
    for (const [hours, status] of [
      [23, 200],
      [23, 200],
      [25, 403],
    ] as const) {
      later.clock.advance(hours * hour);
      expect((await later.visitor.fetch(url, { method: 'HEAD' })).status).toBe(status);
    }
    await expectRefused(await later.visitor.fetch(url), [403, 'ticket_invalid']);
    await later.close();
  });

  it('expires after 7 days, however often it is used', async () => {
    const later = await buildApp();
    const target = await createGame(later.services, await later.as('admin'));
    const { url } = await getTicket(await later.as('member'), target);
    for (let days = 0; days < 7; days += 1) {
      expect((await later.visitor.fetch(url, { method: 'HEAD' })).status, `day ${days}`).toBe(200);
      later.clock.advance(23.9 * hour);
    }
    later.clock.advance(hour);
    await expectRefused(await later.visitor.fetch(url), [403, 'ticket_invalid']);
    await later.services.downloads.tidy();
    expect(await later.services.database.db.selectFrom('tickets').selectAll().execute()).toEqual([]);
    await later.close();
  });

  it('does not end a running download before its latest end', async () => {
    const later = await buildApp();
    const target = await createGame(later.services, await later.as('admin'), {
      archive: sampleArchive(24 * 1024 * 1024),
    });
    const { url } = await getTicket(await later.as('member'), target);
    const held = await holdDownload(new URL(url, later.url).href);
    later.clock.advance(6 * 24 * hour);
    await later.services.downloads.tidy();
    await later.services.downloads.flushProgress();
    held.resume();
    expect(await held.ended).toBe('whole');
    await later.close();
  });

  it('no longer begins the download of a game that was hidden, but lets it finish', async () => {
    const hidden = await createGame(app.services, admin);
    const [unused, begun] = [await getTicket(member, hidden), await getTicket(member, hidden)];
    const range = { headers: { range: 'bytes=0-99' } };
    expect((await app.visitor.fetch(begun.url, range)).status).toBe(206);
    await app.services.downloads.flushProgress();
    const action = { kind: 'setVisibility', isHidden: true };
    await admin.call(api.changeGames, { json: { ids: [hidden.id], action } });
    await expectRefused(await app.visitor.fetch(unused.url), [404, 'not_found']);
    expect(await bytesOf(await app.visitor.fetch(begun.url))).toBe(sha256(hidden.archive));
    const ofAdmin = await getTicket(admin, hidden);
    expect((await app.visitor.fetch(ofAdmin.url)).status).toBe(200);
  });

  it('records its use at most once an hour', async () => {
    const { url } = await getTicket(member, game);
    const { db } = app.services.database;
    const expiries = async () =>
      (await db.selectFrom('tickets').select('expiresAt').orderBy('tokenHash').execute()).map(String);
    const before = await expiries();
    await app.visitor.fetch(url, { method: 'HEAD' });
    expect(await expiries()).toEqual(before);
  });

  it('is invalidated by a new password, except in the session that sets it', async () => {
    const guest = await app.as('member');
    const elsewhere = await logIn(app, guest.account?.email);
    const [own, other] = [await getTicket(guest, game), await getTicket(elsewhere, game)];
    const json = { currentPassword: samplePassword, newPassword: samplePassword };
    expect((await guest.call(api.changePassword, { json })).status).toBe(200);
    expect((await app.visitor.fetch(own.url)).status).toBe(200);
    await expectRefused(await app.visitor.fetch(other.url), [403, 'ticket_invalid']);
    await app.services.recovery.rescue(guest.account?.email ?? '', samplePassword);
    await expectRefused(await app.visitor.fetch(own.url), [403, 'ticket_invalid']);
  });

  it('is invalidated when its session is ended from elsewhere', async () => {
    const guest = await app.as('member');
    const others = [await logIn(app, guest.account?.email), await logIn(app, guest.account?.email)];
    const own = await getTicket(guest, game);
    const [first, second] = [
      await getTicket(others[0] ?? guest, game),
      await getTicket(others[1] ?? guest, game),
    ];
    const { sessions } = (await others[0]?.call(api.listSessions))?.body ?? {};
    const id = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)._id;
    expect((await guest.call(api.endSession, { params: { id } })).status).toBe(200);
    await expectRefused(await app.visitor.fetch(first.url), [403, 'ticket_invalid']);
    expect((await app.visitor.fetch(second.url)).status).toBe(200);
    expect((await guest.call(api.endOtherSessions)).status).toBe(200);
    await expectRefused(await app.visitor.fetch(second.url), [403, 'ticket_invalid']);
    expect((await app.visitor.fetch(own.url)).status).toBe(200);
    expect((await others[1]?.call(api.me))?.status).toBe(401);
  });

  it('is permanently invalidated by a suspension', async () => {
    const guest = await app.as('member');
    const { url } = await getTicket(guest, game);
    const params = { userId: guest.account?.id ?? '' };
    for (const isSuspended of [true, false]) {
      await admin.call(api.changeUser, { params, json: { isSuspended } });
      await expectRefused(await app.visitor.fetch(url), [403, 'ticket_invalid']);
    }
  });

  it('is limited to a thousand per member and hour', async () => {
    const guest = await app.as('member');
    const { db } = app.services.database;
    const endsAt = new Date(app.clock.now().getTime() + hour).toISOString();
    const key = `tickets:${guest.account?.id}`;
    await db.insertInto('rateLimits').values({ key, count: 999, endsAt }).execute();
    expect((await askTicket(guest, game, 'the last one')).status).toBe(201);
    expect((await askTicket(guest, game, 'too many')).status).toBe(429);
    expect(await activityOf(guest, 'too many')).toBeUndefined();
    // The limit includes new downloads by session without a ticket. Downloads that have begun may continue.
    const path = (downloadId: string) =>
      `/api/games/${game.id}/download/${game.platform}?${new URLSearchParams({ downloadId })}`;
    expect((await guest.fetch(path('too many'))).status).toBe(429);
    expect((await guest.fetch(path('the last one'))).status).toBe(200);
  });

  it('is permanently invalidated by a cancellation', async () => {
    const { url, downloadId } = await getTicket(member, game);
    const cancelled = await member.call(api.cancelDownload, { params: { downloadId } });
    expect(cancelled).toMatchObject({ status: 200, body: { message: 'Download cancelled' } });
    await expectRefused(await app.visitor.fetch(url), [403, 'ticket_invalid']);
    expect(await askTicket(member, game, downloadId)).toMatchObject({
      status: 409,
      body: { code: 'download_id_taken' },
    });
    expect((await activityOf(member, downloadId))?.status).toBe('failed');
  });

  it('is invalid while the member is suspended or unapproved', async () => {
    const guest = await app.as('member');
    const { url } = await getTicket(guest, game);
    const now = new Date().toISOString();
    for (const [without, back] of [
      [{ suspendedAt: now }, { suspendedAt: null }],
      [{ approvedAt: null }, { approvedAt: now }],
    ]) {
      await setUser(guest, without ?? {});
      await expectRefused(await app.visitor.fetch(url), [403, 'ticket_invalid']);
      await setUser(guest, back ?? {});
      expect((await app.visitor.fetch(url)).status).toBe(200);
    }
  });

  it('is invalidated when the member is deleted', async () => {
    const guest = await app.as('member');
    const { url } = await getTicket(guest, game);
    const { db } = app.services.database;
    await db
      .deleteFrom('users')
      .where('id', '=', guest.account?.id ?? '')
      .execute();
    await expectRefused(await app.visitor.fetch(url), [403, 'ticket_invalid']);
  });

  it('reports that its game or file was deleted', async () => {
    const doomed = await createGame(app.services, admin);
    const { url, downloadId } = await getTicket(member, doomed);
    await app.services.database.db.deleteFrom('gameFiles').where('gameId', '=', doomed.id).execute();
    await expectRefused(await app.visitor.fetch(url), [404, 'file_missing']);
    await admin.call(api.deleteGame, { params: { id: doomed.id } });
    await expectRefused(await app.visitor.fetch(url), [404, 'file_missing']);
    expect(await activityOf(member, downloadId)).toMatchObject({ title: doomed.title, gameId: null });
  });

  it('reports that its file is missing on the disk, and opens no file', async () => {
    const doomed = await createGame(app.services, admin);
    const { url } = await getTicket(member, doomed);
    await rm(await storedPath(app, doomed.id, 'Windows'));
    const response = await app.visitor.fetch(url);
    expect(response.status).toBe(404);
    expect(((await response.json()) as ErrorBody).message).toBe(
      'File not available on server. The game file may have been moved or deleted.',
    );
    expect(await openFilesUnder(app.dataDir)).toEqual([]);
  });
});

describe('a session', () => {
  it('opens the file without a ticket', async () => {
    const path = `/api/games/${game.id}/download/Windows`;
    expect(await bytesOf(await member.fetch(`${path}?downloadId=by-session`))).toBe(sha256(game.archive));
    expect(await bytesOf(await member.fetch(path))).toBe(sha256(game.archive));
    expect(await activityOf(member, 'by-session')).toMatchObject({ title: game.title });
  });

  it.each(['visitor', 'pending', 'suspended', 'expired'] as const)('opens nothing for %s', async (state) => {
    const client = state === 'visitor' ? app.visitor : await app.as(state);
    const response = await client.fetch(`/api/games/${game.id}/download/Windows`);
    expect(response.status).toBe(state === 'visitor' || state === 'expired' ? 401 : 403);
  });

  it('answers 404 for an unknown file', async () => {
    await expectRefused(await member.fetch('/api/games/nothing/download/Windows'), [404, 'not_found']);
    await expectRefused(await member.fetch(`/api/games/${game.id}/download/Xbox`), [404, 'file_missing']);
  });
});
