// The checklist of a new library: when each item is done, and that dismissing it is for all admins.
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createAccount, createGame } from '#test/factories.ts';

const nothing = { address: false, mailServer: false, backup: false, firstGame: false, friend: false };
const mailServer = {
  host: 'smtp.cellar.example',
  port: 587,
  security: 'starttls',
  user: '',
  from: 'library@cellar.example',
};

let app: TestApp;
let admin: Client;
beforeEach(() => openApp());
afterEach(() => app.close());

async function openApp(env: Record<string, string> = {}): Promise<void> {
  app = await buildApp({ env });
  admin = await app.as('admin');
}

const list = async () => (await admin.call(api.getChecklist)).body.done;

async function insertRun(kind: 'backup' | 'verification', error: string | null): Promise<void> {
  const at = app.clock.now().toISOString();
  const counts = { doneFiles: 0, totalFiles: 0, doneBytes: 0, totalBytes: 0, copiedBytes: 0 };
  const ended = { startedAt: at, endedAt: at, running: null, holder: null, leaseUntil: null };
  await app.services.database.db
    .insertInto('backups')
    .values({ id: `${kind} ${error}`, kind, place: '/backups', error, ...counts, ...ended })
    .execute();
}

describe('the checklist', () => {
  it('is for admins only', async () => {
    for (const endpoint of [api.getChecklist, api.dismissChecklist]) {
      expect((await app.visitor.call(endpoint)).status).toBe(401);
      expect((await (await app.as('member')).call(endpoint)).status).toBe(403);
    }
    expect((await admin.call(api.getChecklist)).status).toBe(200);
  });

  it('has nothing done in a new library, where people without approval do not count', async () => {
    await createAccount(app.services, 'unverified');
    await createAccount(app.services, 'pending');
    expect(await list()).toEqual(nothing);
  });

  it('notices a mail server, a game, and a second member', async () => {
    await admin.call(api.putMailServer, { json: mailServer });
    expect(await list()).toEqual({ ...nothing, mailServer: true });
    await createGame(app.services, admin);
    expect(await list()).toEqual({ ...nothing, mailServer: true, firstGame: true });
    await admin.call(api.deleteMailServer);
    await createAccount(app.services, 'member');
    expect(await list()).toEqual({ ...nothing, firstGame: true, friend: true });
  });

  it('counts an invitation as an invited friend before anybody has joined', async () => {
    const { status } = await admin.call(api.createInvitation, { json: { maxUses: 3 } });
    expect(status).toBe(201);
    expect(await list()).toEqual({ ...nothing, friend: true });
  });

  it('asks for the address that others use until it is set', async () => {
    for (const [url, address] of [
      ['http://127.0.0.1:3000', false],
      ['https://games.example.org', true],
    ] as const) {
      await app.close();
      await openApp({ PUBLIC_URL: url });
      expect(await list()).toEqual({ ...nothing, address });
    }
  });

  it('counts a schedule only with a place for backups', async () => {
    const json = { frequency: 'daily', hour: 3 };
    await admin.call(api.putBackupSchedule, { json });
    expect(await list()).toEqual(nothing);
    await app.close();
    await openApp({ BACKUP_URL: 'file:/backups' });
    expect(await list()).toEqual(nothing);
    await admin.call(api.putBackupSchedule, { json });
    expect(await list()).toEqual({ ...nothing, backup: true });
  });

  it('counts a backup that has succeeded, but not a failed one or a verification', async () => {
    await insertRun('backup', 'The disk is full.');
    await insertRun('verification', null);
    expect(await list()).toEqual(nothing);
    await insertRun('backup', null);
    expect(await list()).toEqual({ ...nothing, backup: true });
  });

  it.each([
    ['a mail server', { SMTP_URL: 'smtp://localhost:1025', MAIL_FROM: mailServer.from }],
    ['that no emails are sent', { SMTP_URL: 'off' }],
  ])('does not ask for a mail server if the environment says %s', async (_name, env) => {
    await app.close();
    await openApp(env);
    expect(await list()).toEqual({ ...nothing, mailServer: true });
  });

  it('is dismissed for all admins, once, with a line in the audit log', async () => {
    const dismissed = { status: 200, body: { done: null } };
    expect(await admin.call(api.dismissChecklist)).toMatchObject(dismissed);
    const other = await app.as('admin');
    expect(await other.call(api.getChecklist)).toMatchObject(dismissed);
    expect(await other.call(api.dismissChecklist)).toMatchObject(dismissed);
    const { entries } = (await admin.call(api.listAudit)).body;
    const changes = entries.filter(({ action }: { action: string }) => action === 'settings_changed');
    expect(changes).toMatchObject([{ actor: admin.account?.email, detail: '{"checklistDismissed":true}' }]);
  });
});
