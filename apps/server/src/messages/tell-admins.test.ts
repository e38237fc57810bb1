// What admins are told, by every way: email, webhook, bell and push message.
import { api } from '@cellar/contract/api.ts';
import type { Alert } from '@cellar/contract/messages/alerts.endpoints.ts';
import { webhookEvents } from '@cellar/contract/messages/rules/webhooks.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { type PushServer, startPushServer } from '#test/push-service.ts';
import { addWebhook, startReceiver, type WebhookReceiver } from '#test/webhooks.ts';

let receiver: WebhookReceiver;
let pushServer: PushServer;
let app: TestApp;
let admin: Client;
let second: Client;
beforeEach(async () => {
  [receiver, pushServer] = [await startReceiver(), await startPushServer()];
  const env = { PUBLIC_URL: 'https://games.example', SITE_NAME: 'Club', METADATA_PROVIDERS: 'off' };
  app = await buildApp({
    env: { ...env, WEBHOOK_PRIVATE_ADDRESSES: 'allow', PUSH_PRIVATE_ADDRESSES: 'allow' },
  });
  [admin, second] = [await app.as('admin'), await app.as('admin')];
  await addWebhook(admin, receiver.url, { events: [...webhookEvents] });
});
afterEach(async () => {
  await app.close();
  await receiver.close();
  await pushServer.close();
});

const upload = { title: 'Outpost', extra: 'Patch 1.2', platform: '', stoppedAt: '2049-01-01T00:00:00.000Z' };
const finding = { title: 'Undertow', file: 'Windows', threat: 'Eicar' };
type News = Parameters<TestApp['services']['adminNews']['tell']>[0];
const upload_failed: News = { event: 'upload_failed', data: { count: 2, uploads: [upload] } };
const backup_failed: News = { event: 'backup_failed', data: { reason: 'The folder is gone.' } };
const storage_low: News = { event: 'storage_low', data: { part: 'database', freeBytes: 2 ** 30 } };
const threat_found: News = { event: 'threat_found', data: { count: 1, findings: [finding] } };

/** `subject`, `text`: of the French email. `title`: of the message to webhooks and browsers. `data`: of the alert. */
const troubles = [
  {
    ...{ news: upload_failed, subject: 'Un envoi vers Club s’est arrêté', text: 'Outpost · Patch 1.2; …' },
    ...{ title: 'An upload to Club has stopped', data: { count: 2 } },
  },
  {
    ...{ news: backup_failed, subject: 'La sauvegarde de Club a échoué', text: 'The folder is gone.' },
    ...{ title: 'A backup of Club has failed', data: { reason: 'The folder is gone.' } },
  },
  {
    ...{ news: storage_low, subject: 'Club manque d’espace', text: '1 GB' },
    ...{ title: 'The disk of Club’s database is nearly full', data: { part: 'database' } },
  },
  {
    ...{ news: threat_found, subject: 'Menace détectée dans Club', text: 'Undertow (Windows): Eicar' },
    ...{ title: 'A virus scan has found a threat in Club', data: { count: 1 } },
  },
];

const tell = (news: News) => app.services.adminNews.tell(news);
const alertsOf = async (client: Client) => (await client.call(api.listAlerts)).body.alerts;
const mailsTo = (client: Client) =>
  app.services.database.db
    .selectFrom('mails')
    .select(['subject', 'content'])
    .where('toAddress', '=', client.account?.email ?? '')
    .execute();

describe('a trouble', () => {
  it.each(troubles)(
    'reaches every admin by every way: $news.event',
    async ({ news, subject, text, title, data }) => {
      const [member, suspended] = [await app.as('member'), await app.as('admin')];
      const params = { userId: suspended.account?.id ?? '' };
      await admin.call(api.changeUser, { params, json: { isSuspended: true } });
      await second.call(api.updatePreferences, { json: { language: 'fr' } });
      const { publicKey } = (await admin.call(api.getPush)).body;
      const browser = pushServer.subscribe(publicKey);
      await admin.call(api.turnPushOn, { json: browser.subscription });
      expect(await tell(news)).toBe(true);

      expect(await mailsTo(admin)).toHaveLength(1);
      const [mail, ...others] = await mailsTo(second);
      expect([mail?.subject, others]).toEqual([subject, []]);
      expect(mail?.content).toContain(text);
      for (const client of [member, suspended]) expect(await mailsTo(client)).toEqual([]);

      await app.services.webhooks.deliverDue();
      expect(receiver.received.map(({ body }) => [body.event, body.title])).toEqual([[news.event, title]]);

      for (const client of [admin, second]) {
        expect(await alertsOf(client)).toMatchObject([{ kind: news.event, data, readAt: null }]);
      }
      expect(await alertsOf(member)).toEqual([]);

      await app.services.push.deliverDue();
      expect(await browser.next(1)).toMatchObject({ title, url: expect.stringMatching(/^\/admin\?tab=/) });
    },
  );

  it('is left out of the bell of admins who do not want that', async () => {
    await admin.call(api.updatePreferences, { json: { bellApprovals: false } });
    await tell(backup_failed);
    expect([await alertsOf(admin), (await alertsOf(second)).length]).toEqual([[], 1]);
    expect(await mailsTo(admin)).toHaveLength(1);
  });

  it('is told again only after a while, and one of another kind at once', async () => {
    expect([
      await tell(upload_failed),
      await tell(upload_failed),
      await tell(storage_low),
      await tell(storage_low),
    ]).toEqual([true, false, true, false]);
    app.clock.advance(hourMs + minuteMs);
    expect([await tell(upload_failed), await tell(storage_low)]).toEqual([true, false]);
    app.clock.advance(dayMs);
    expect(await tell(storage_low)).toBe(true);
    expect([await tell(backup_failed), await tell(backup_failed)], 'each backup').toEqual([true, true]);
    expect(
      (await alertsOf(admin)).map(({ kind }: Alert) => kind).toSorted(),
      'the last of each kind',
    ).toEqual(['backup_failed', 'storage_low', 'upload_failed']);
  });

  it('is told even if the clock was ahead for a while', async () => {
    app.clock.advance(400 * dayMs);
    await tell(storage_low);
    app.clock.advance(-400 * dayMs);
    expect(await tell(storage_low)).toBe(true);
  });
});
