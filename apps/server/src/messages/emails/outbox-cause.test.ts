// An email and its cause are stored together or not at all.
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { samplePassword } from '#test/factories.ts';
import { findUser, newcomer } from '#test/logins.ts';
import { type MailServer, startMailServer, tokenIn } from '#test/mail-server.ts';

const newPassword = 'a new secret';

let mail: MailServer;
let app: TestApp;
let admin: Client;
beforeEach(async () => {
  mail = await startMailServer();
  app = await buildApp({ env: mail.env });
  admin = await app.as('admin');
});
afterEach(async () => {
  await app.close();
  await mail.close();
});

/** Runs `work` while the outbox is not writable. */
async function withoutOutbox(act: () => Promise<{ status: number }>): Promise<void> {
  const { schema } = app.services.database.db;
  await schema.alterTable('mails').renameTo('mailsAway').execute();
  try {
    expect((await act()).status).toBe(500);
  } finally {
    await schema.alterTable('mailsAway').renameTo('mails').execute();
  }
}

const tryPassword = (email: string, password: string) =>
  app.visitor.call(api.login, { json: { email, password } });

describe('if the email cannot be stored, nothing happens', () => {
  it('for a registration', async () => {
    const person = newcomer();
    await withoutOutbox(() => app.visitor.call(api.register, { json: person }));
    expect(await findUser(app, person.email)).toBeUndefined();
    expect((await app.visitor.call(api.register, { json: person })).status).toBe(201);
    await mail.next(person.email);
  });

  it('for an approval', async () => {
    const { account } = await app.as('pending');
    const params = { userId: account?.id ?? '' };
    await withoutOutbox(() => admin.call(api.approveAccess, { params }));
    expect((await findUser(app, account?.email ?? ''))?.approvedAt).toBeNull();
    expect((await admin.call(api.approveAccess, { params })).status).toBe(200);
    await mail.next(account?.email ?? '');
  });

  it('for a password reset, whose link remains valid', async () => {
    const member = await app.as('member');
    const email = member.account?.email ?? '';
    await app.visitor.call(api.forgotPassword, { json: { email } });
    const json = { token: tokenIn(await mail.next(email)), newPassword };
    await withoutOutbox(() => app.visitor.call(api.resetPassword, { json }));
    expect((await member.call(api.me)).status).toBe(200);
    expect((await tryPassword(email, samplePassword)).status).toBe(200);
    expect((await app.visitor.call(api.resetPassword, { json })).status).toBe(200);
  });

  it('for a password change', async () => {
    const member = await app.as('member');
    const json = { currentPassword: samplePassword, newPassword };
    await withoutOutbox(() => member.call(api.changePassword, { json }));
    expect((await tryPassword(member.account?.email ?? '', samplePassword)).status).toBe(200);
  });

  it('for an address change', async () => {
    const member = await app.as('member');
    const email = member.account?.email ?? '';
    const wanted = newcomer().email;
    const json = { name: 'Sample User', email: wanted, currentPassword: samplePassword };
    await withoutOutbox(() => member.call(api.updateProfile, { json }));
    expect((await member.call(api.getProfile)).body.pendingEmail).toBeNull();
    await member.call(api.updateProfile, { json });
    const params = { token: tokenIn(await mail.next(wanted)) };
    await withoutOutbox(() => app.visitor.call(api.verifyEmail, { params }));
    expect((await member.call(api.me)).body.email).toBe(email);
    expect((await app.visitor.call(api.verifyEmail, { params })).status).toBe(200);
    expect((await member.call(api.me)).body.email).toBe(wanted);
    await mail.next(email);
  });

  it('for an invitation', async () => {
    const json = { email: newcomer().email };
    await withoutOutbox(() => admin.call(api.createInvitation, { json }));
    expect((await admin.call(api.listInvitations)).body.invitations).toEqual([]);
  });
});

describe('a failed transaction', () => {
  it('leaves no email', async () => {
    const { mails, database } = app.services;
    const to = newcomer().email;
    const prepared = await mails.prepare({ kind: 'approved', to, language: 'en', url: 'https://a.example' });
    const failing = database.db.transaction().execute(async (trx) => {
      await mails.enqueue(trx, prepared);
      throw new Error('as planned');
    });
    await expect(failing).rejects.toThrow('as planned');
    await mails.deliverDue();
    expect(mail.mails).toEqual([]);
    expect((await admin.call(api.listOutbox)).body.mails).toEqual([]);
  });
});
