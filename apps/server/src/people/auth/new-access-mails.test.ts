// The emails that tell members of a new passkey or API token, which would also let an intruder stay.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { createApiToken } from '#test/logins.ts';
import { linkIn, nextAbout } from '#test/mail-server.ts';
import { addPasskey, createAuthenticator, site } from '#test/passkeys.ts';
import { sharedApp, sharedMailServer } from '#test/shared-app.ts';

const mail = sharedMailServer();
const app = sharedApp(() => ({ env: { ...mail.env, PUBLIC_URL: site } }));

const emailOf = ({ account }: Client) => account?.email ?? '';
const oneLine = (text = '') => text.replace(/\s+/g, ' ');
const securityTab = `${site}/account?tab=security`;

describe('a new passkey', () => {
  it('is reported with its name', async () => {
    const member = await app.as('member');
    await addPasskey(member);
    const received = await nextAbout(mail, emailOf(member), 'A passkey was added to your account at Cellar');
    expect(oneLine(received.text)).toContain('the passkey “A device” can be used to log in');
    expect(linkIn(received).href).toBe(securityTab);
  });

  it('is not reported if it is refused', async () => {
    const member = await app.as('member');
    const options = (await member.call(api.askForNewPasskey)).body;
    const credential = createAuthenticator({ origin: 'https://evil.example' }).create(options);
    const { status } = await member.call(api.addPasskey, { json: { name: 'A device', credential } });
    expect(status).toBe(400);
    await app.services.mails.deliverDue();
    expect(mail.to(emailOf(member))).toEqual([]);
  });
});

describe('a new API token', () => {
  it('is reported with its name, but without the token, in the language of the member', async () => {
    const member = await app.as('member');
    await member.call(api.updatePreferences, { json: { language: 'fr' } });
    const { token } = await createApiToken(app, member, { name: 'Nightly script' });
    const received = await nextAbout(mail, emailOf(member), 'Un jeton d’API a été créé');
    expect(oneLine(received.text)).toContain('« Nightly script »');
    expect(received.source + received.html + received.text).not.toContain(token);
    expect(linkIn(received).href).toBe(securityTab);
  });
});
