import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame, samplePassword } from '#test/factories.ts';
import { findUser, newcomer } from '#test/logins.ts';
import { type MailServer, startMailServer, tokenIn } from '#test/mail-server.ts';

const day = 24 * 3600_000;
const newPassword = 'a new secret';

let mail: MailServer;
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  mail = await startMailServer();
  app = await buildApp({ env: mail.env });
  admin = await app.as('admin');
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

interface Line {
  action: string;
  actor: string | null;
  subject: string | null;
}

/** Returns the entries of an action, oldest first. */
async function linesOf(act: () => Promise<unknown>): Promise<(string | null)[][]> {
  const read = async (): Promise<Line[]> => (await admin.call(api.listAudit)).body.entries;
  const known = JSON.stringify((await read())[0] ?? null);
  // Entries with the same time have no defined order.
  app.clock.advance(1000);
  await act();
  const entries = await read();
  const end = entries.findIndex((entry) => JSON.stringify(entry) === known);
  return entries
    .slice(0, end < 0 ? entries.length : end)
    .reverse()
    .map(({ action, actor, subject }) => [action, actor, subject]);
}

const emailOf = ({ account }: Client) => account?.email ?? '';
const paramsOf = ({ account }: Client) => ({ userId: account?.id ?? '' });
const tryLogin = (email: string, password = samplePassword) =>
  app.visitor.call(api.login, { json: { email, password } });

describe('the audit log', () => {
  it('contains successful and failed logins', async () => {
    const email = emailOf(await app.as('member'));
    expect(await linesOf(() => tryLogin(email))).toEqual([['login', email, null]]);
    expect(await linesOf(() => tryLogin(email, 'wrong'))).toEqual([['login_failed', null, email]]);
  });

  it('contains registrations, verifications and approvals', async () => {
    const person = newcomer();
    const { email } = person;
    const register = () => app.visitor.call(api.register, { json: person });
    expect(await linesOf(register)).toEqual([['registered', null, email]]);
    const token = tokenIn(await mail.next(email));
    const verify = () => app.visitor.call(api.verifyEmail, { params: { token } });
    expect(await linesOf(verify)).toEqual([['email_verified', email, null]]);
    expect(await linesOf(verify), 'the same link again').toEqual([]);
    const params = { userId: (await findUser(app, email))?.id ?? '' };
    const approve = () => admin.call(api.approveAccess, { params });
    expect(await linesOf(approve)).toEqual([['user_approved', emailOf(admin), email]]);
  });

  it('contains role changes, suspensions and deletions', async () => {
    const member = await app.as('member');
    const by = [emailOf(admin), emailOf(member)];
    const change = (json: unknown) => () => admin.call(api.changeUser, { params: paramsOf(member), json });
    expect(await linesOf(change({ isAdmin: true }))).toEqual([['admin_made', ...by]]);
    expect(await linesOf(change({ isAdmin: false }))).toEqual([['admin_removed', ...by]]);
    expect(await linesOf(change({ isSuspended: true }))).toEqual([['user_suspended', ...by]]);
    expect(await linesOf(change({ isSuspended: false }))).toEqual([['user_lifted', ...by]]);
    expect(await linesOf(change({ isSuspended: false }))).toEqual([]);
    const remove = () => admin.call(api.deleteUser, { params: paramsOf(member) });
    expect(await linesOf(remove)).toEqual([['user_deleted', ...by]]);
    const other = await app.as('member');
    const leave = () => other.call(api.deleteOwnAccount, { json: { password: samplePassword } });
    expect(await linesOf(leave)).toEqual([['account_deleted', emailOf(other), emailOf(other)]]);
  });

  it('contains no refused actions', async () => {
    const refused = () => admin.call(api.changeUser, { params: paramsOf(admin), json: { isAdmin: false } });
    expect(await linesOf(refused)).toEqual([]);
  });

  it('contains changed and reset passwords', async () => {
    const member = await app.as('member');
    const email = emailOf(member);
    const json = { currentPassword: samplePassword, newPassword };
    const change = () => member.call(api.changePassword, { json });
    expect(await linesOf(change)).toEqual([['password_changed', email, null]]);
    await mail.next(email);
    await app.visitor.call(api.forgotPassword, { json: { email } });
    const token = tokenIn(await mail.next(email));
    const reset = () => app.visitor.call(api.resetPassword, { json: { token, newPassword } });
    expect(await linesOf(reset)).toEqual([['password_reset', email, null]]);
  });

  it('contains invitations and games', async () => {
    let id = '';
    const invite = async () => {
      const { body } = await admin.call(api.createInvitation, { json: { email: 'guest@cellar.example' } });
      id = body.invitation._id;
    };
    expect(await linesOf(invite)).toEqual([['invitation_created', emailOf(admin), 'guest@cellar.example']]);
    const revoke = () => admin.call(api.revokeInvitation, { params: { id } });
    expect(await linesOf(revoke)).toEqual([['invitation_revoked', emailOf(admin), null]]);
    const game = await createGame(app.services, admin);
    const remove = () => admin.call(api.deleteGame, { params: { id: game.id } });
    expect(await linesOf(remove)).toEqual([['game_deleted', emailOf(admin), game.title]]);
  });

  it('contains no secrets', async () => {
    const rows = JSON.stringify(
      await app.services.database.db.selectFrom('auditEntries').selectAll().execute(),
    );
    for (const secret of [samplePassword, newPassword, 'wrong', admin.account?.token ?? '']) {
      expect(rows).not.toContain(secret);
    }
  });

  it('is paged, newest first, and drops entries after a year', async () => {
    const { db } = app.services.database;
    for (let count = 0; count < 60; count += 1) {
      await app.services.audit.write(db, { action: 'login_failed', subject: `s${count}` });
      app.clock.advance(1000);
    }
    const first = (await admin.call(api.listAudit)).body;
    expect(first.entries).toHaveLength(50);
    expect(first).toMatchObject({ currentPage: 1, totalPages: expect.any(Number) });
    expect(first.entries.slice(0, 3).map((line: Line) => line.subject)).toEqual(['s59', 's58', 's57']);
    const second = (await admin.call(api.listAudit, { query: { page: 2 } })).body;
    expect(second.entries[0].subject).toBe('s9');
    app.clock.advance(364 * day);
    await app.services.audit.removeOld();
    const count = async () => (await db.selectFrom('auditEntries').select('id').execute()).length;
    expect(await count()).toBeGreaterThan(60);
    app.clock.advance(2 * day);
    await app.services.audit.removeOld();
    expect(await count()).toBe(0);
  });
});
