import { api } from '@cellar/contract/api.ts';
import type { Client } from './client.ts';
import { samplePassword } from './factories.ts';

/** Confirms a session with the password again, as sensitive requests need it 10 minutes after the login. */
export async function confirm(client: Client): Promise<void> {
  const { status } = await client.call(api.confirm, { json: { password: samplePassword } });
  if (status !== 200) throw new Error(`not confirmed: ${status}`);
}
