// Members with passkeys, at a site with this PUBLIC_URL.
import { api } from '@cellar/contract/api.ts';
import type { Passkey } from '@cellar/contract/people/passkeys.ts';
import type { TestApp } from './build-app.ts';
import type { Client } from './client.ts';
import { type Authenticator, createAuthenticator } from './passkey-device.ts';

export const site = 'https://cellar.example';

export async function addPasskey(
  member: Client,
  authenticator: Authenticator = createAuthenticator({ origin: site }),
): Promise<Passkey> {
  const options = (await member.call(api.askForNewPasskey)).body;
  const json = { name: 'A device', credential: authenticator.create(options) };
  const { status, body } = await member.call(api.addPasskey, { json });
  if (status !== 201) throw new Error(`The passkey was refused: ${body.message}`);
  return body;
}

export async function aMemberWithPasskey(app: TestApp, options: { counts?: boolean } = {}) {
  const member = await app.as('member');
  const authenticator = createAuthenticator({ origin: site, ...options });
  return { member, authenticator, passkey: await addPasskey(member, authenticator) };
}
