// The clock was a year ahead for a while, and is right again: what was made meanwhile is not valid for a year longer than it should be.
import { api } from '@cellar/contract/api.ts';
import { beforeAll, expect, it } from 'vitest';
import { acceptStep } from '#people/second-factor/second-factor.repository.ts';
import { dayMs, hourMs, minuteMs } from '#platform/clock.ts';
import { hashToken, newId, newToken } from '#platform/tokens.ts';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { getTicket } from '#test/sample-download.ts';
import { sharedApp } from '#test/shared-app.ts';
import { createApiToken } from '../logins.ts';

const aheadMs = 365 * dayMs;

/** Logged in while the clock was ahead. */
let admin: Client;
const app = sharedApp();

beforeAll(async () => {
  admin = await ahead(async (client) => client);
});

/** Lets an admin work who logs in while the clock is ahead. */
async function ahead<Result>(work: (admin: Client) => Promise<Result>): Promise<Result> {
  app.clock.advance(aheadMs);
  try {
    return await work(await app.as('admin'));
  } finally {
    app.clock.advance(-aheadMs);
  }
}

const db = () => app.services.database.db;
const at = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const atAhead = (ms: number) => at(aheadMs + ms);
const userId = () => admin.account?.id ?? '';

async function latestOf(table: 'sessions' | 'tickets' | 'trustedDevices' | 'apiTokens' | 'invitations') {
  const rows = await db().selectFrom(table).select('expiresAt').execute();
  expect(rows.length).toBeGreaterThan(0);
  return rows
    .map(({ expiresAt }) => expiresAt ?? '')
    .toSorted()
    .at(-1);
}

/** The clock goes on while the test runs. */
function expectEnd(time: string | undefined, lifetimeMs: number): void {
  const difference = Date.parse(time ?? '') - Date.parse(at(lifetimeMs));
  expect(Math.abs(difference)).toBeLessThan(minuteMs);
}

it('a confirmation made while the clock was ahead does not count afterwards', async () => {
  const { status, body } = await admin.call(api.setUpApp);
  expect([status, body.code]).toEqual([403, 'confirmation_required']);
});

it('sessions, trusted devices and API tokens made while the clock was ahead last as if they were made now', async () => {
  await ahead(() => app.as('member'));
  const device = { id: newId(), tokenHash: hashToken(newToken()), userId: userId(), userAgent: null };
  const times = { createdAt: atAhead(0), lastUsedAt: atAhead(0), expiresAt: atAhead(30 * dayMs) };
  await db()
    .insertInto('trustedDevices')
    .values({ ...device, ...times })
    .execute();
  await ahead((client) => createApiToken(app, client, { expiresInDays: 7 }));
  await app.services.auth.removeExpiredSessions();
  expectEnd(await latestOf('sessions'), 30 * dayMs);
  expectEnd(await latestOf('trustedDevices'), 30 * dayMs);
  expectEnd(await latestOf('apiTokens'), 7 * dayMs);
});

it('a session made while the clock was ahead lasts as if it were made now when it is used', async () => {
  const used = await ahead(() => app.as('member'));
  expect((await used.call(api.listSessions)).status).toBe(200);
  const { expiresAt } = await db()
    .selectFrom('sessions')
    .select('expiresAt')
    .where('tokenHash', '=', hashToken(used.account?.token ?? ''))
    .executeTakeFirstOrThrow();
  expectEnd(expiresAt, 30 * dayMs);
});

it('a download ticket made while the clock was ahead lasts as if it were made now', async () => {
  const game = await createGame(app.services, admin);
  await ahead((client) => getTicket(client, game));
  await app.services.downloads.tidy();
  expectEnd(await latestOf('tickets'), dayMs);
});

it('an invitation made while the clock was ahead lasts as if it were made now', async () => {
  const json = { maxUses: 1, expiresInDays: 14, language: 'en' };
  expect((await ahead((client) => client.call(api.createInvitation, { json }))).status).toBe(201);
  await app.services.invitations.restartLifetimes();
  expectEnd(await latestOf('invitations'), 14 * dayMs);
});

it('nothing is shortened by a clock that starts in 1970', async () => {
  const [before, sinceMs] = [await latestOf('invitations'), app.clock.now().getTime()];
  app.clock.advance(-sinceMs);
  await app.services.invitations.restartLifetimes();
  app.clock.advance(sinceMs);
  expect(await latestOf('invitations')).toBe(before);
});

it('a password link made while the clock was ahead is not accepted afterwards', async () => {
  const [early, late] = [newToken(), newToken()];
  const link = { userId: userId(), kind: 'reset' as const, usedAt: null, email: null, passwordHash: null };
  const [now, then] = [
    { createdAt: at(0), expiresAt: at(hourMs) },
    { createdAt: atAhead(0), expiresAt: atAhead(hourMs) },
  ];
  await db()
    .insertInto('accountLinks')
    .values({ ...link, ...now, tokenHash: hashToken(early) })
    .execute();
  await db()
    .insertInto('accountLinks')
    .values({ ...link, ...then, tokenHash: hashToken(late) })
    .execute();
  const open = (token: string) => app.services.links.open(db(), token, ['reset']);
  await expect(open(early)).resolves.toMatchObject({ kind: 'reset' });
  await expect(open(late)).rejects.toMatchObject({ code: 'link_invalid' });
});

it('a login that began while the clock was ahead cannot be finished afterwards', async () => {
  const challenge = newToken();
  const row = { tokenHash: hashToken(challenge), userId: userId(), expiresAt: atAhead(10 * minuteMs) };
  await db().insertInto('loginChallenges').values(row).execute();
  const { body } = await app.visitor.call(api.finishLogin, {
    json: { challenge, method: 'code', code: '123456' },
  });
  expect(body.code).toBe('login_expired');
});

it('codes of an authenticator app are accepted after one was used while the clock was ahead', async () => {
  const step = 1000;
  const row = {
    userId: userId(),
    sealedSecret: 'sealed',
    createdAt: at(0),
    lastStep: step + aheadMs / 30_000,
  };
  await db().insertInto('authenticatorApps').values(row).execute();
  const accept = () =>
    db()
      .transaction()
      .execute((trx) => acceptStep(trx, row, step));
  expect([await accept(), await accept()]).toEqual([true, false]);
});
