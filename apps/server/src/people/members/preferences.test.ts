import { api } from '@cellar/contract/api.ts';
import { languages } from '@cellar/contract/people/accounts.ts';
import { sortKeys } from '@cellar/contract/rules/sort.ts';
import { describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { sharedApp } from '#test/shared-app.ts';

const defaults = {
  emailNotifications: true,
  emailFrequency: null,
  requestMails: true,
  bellNewGames: true,
  bellRequests: true,
  bellDownloads: true,
  bellApprovals: true,
  language: 'en',
  defaultSortOrder: 'recentlyAddedDesc',
  downloadHistoryRetention: 30,
  maxUserRetention: 30,
  siteEmailFrequency: 'weekly',
};

const app = sharedApp();

const change = (member: Client, json: unknown) => member.call(api.updatePreferences, { json });
const allow = async (maxUserRetention: number) => {
  const admin = await app.as('admin');
  const json = { downloadHistoryRetention: { maxUserRetention } };
  expect((await admin.call(api.updateSettings, { json })).status).toBe(200);
};

describe('preferences', () => {
  it('start with the defaults', async () => {
    const member = await app.as('member');
    expect((await member.call(api.getPreferences)).body).toEqual(defaults);
  });

  it('can be changed individually, and only for the caller’s account', async () => {
    const member = await app.as('member');
    const other = await app.as('member');
    const steps = [
      { emailNotifications: false },
      { language: 'fr' },
      { emailFrequency: 'monthly' },
      { emailFrequency: null },
      { defaultSortOrder: 'titleAsc' },
      { downloadHistoryRetention: 5 },
      { emailNotifications: true, language: 'es' },
      {},
    ];
    let expected: Record<string, unknown> = defaults;
    for (const json of steps) {
      expected = { ...expected, ...json };
      const { status, body } = await change(member, json);
      expect({ status, body }).toEqual({ status: 200, body: expected });
    }
    expect((await member.call(api.getPreferences)).body).toEqual(expected);
    expect((await other.call(api.getPreferences)).body).toEqual(defaults);
  });

  it('accept each language and each order', async () => {
    const member = await app.as('member');
    for (const language of languages) {
      expect((await change(member, { language })).body.language).toBe(language);
    }
    for (const defaultSortOrder of sortKeys) {
      expect((await change(member, { defaultSortOrder })).body.defaultSortOrder).toBe(defaultSortOrder);
    }
  });

  it('limit the history to the admin’s maximum, even if that is lowered later', async () => {
    const member = await app.as('member');
    expect((await change(member, { downloadHistoryRetention: 100 })).body.downloadHistoryRetention).toBe(30);
    await allow(100);
    expect((await change(member, { downloadHistoryRetention: 100 })).body).toMatchObject({
      downloadHistoryRetention: 100,
      maxUserRetention: 100,
    });
    await allow(10);
    expect((await member.call(api.getPreferences)).body).toMatchObject({
      downloadHistoryRetention: 10,
      maxUserRetention: 10,
    });
  });

  it('allow emails less often than the site sends them, but never more often', async () => {
    const member = await app.as('member');
    const admin = await app.as('admin');
    const site = (emailFrequency: string) =>
      admin.call(api.putNotificationSettings, { json: { emailFrequency } });
    await site('immediate');
    for (const emailFrequency of ['immediate', 'monthly', 'weekly', 'daily']) {
      expect((await change(member, { emailFrequency })).body).toMatchObject({ emailFrequency });
    }
    await site('weekly');
    // The choice is kept in case the site sends emails more often again. Until then, the site's frequency applies.
    expect((await member.call(api.getPreferences)).body).toMatchObject({
      emailFrequency: 'daily',
      siteEmailFrequency: 'weekly',
    });
    const { status, body } = await change(member, { emailFrequency: 'daily' });
    expect([status, body.issues]).toEqual([
      400,
      [{ path: 'emailFrequency', message: 'must not be more frequent than the emails of the site' }],
    ]);
    expect((await change(member, { language: 'es' })).status, 'of what is not asked for').toBe(200);
  });

  it.each([
    { downloadHistoryRetention: 0 },
    { downloadHistoryRetention: 7 },
    { downloadHistoryRetention: 105 },
    { downloadHistoryRetention: '10' },
    { language: 'nl' },
    { language: null },
    { defaultSortOrder: 'bySize' },
    { emailNotifications: 'yes' },
    { emailFrequency: 'hourly' },
    { emailFrequency: 'daily' },
    { emailFrequency: 'immediate', language: 'fr' },
    { emailNotifications: false, language: 'xx' },
  ])('refuse %j, and change nothing', async (json) => {
    const member = await app.as('member');
    const before = (await member.call(api.getPreferences)).body;
    expect(await change(member, json)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((await member.call(api.getPreferences)).body).toEqual(before);
  });
});
