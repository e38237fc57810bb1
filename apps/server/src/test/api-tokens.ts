// Creates API tokens through the API, for tests.
import { api } from '@cellar/contract/api.ts';
import type { Scope } from '@cellar/contract/endpoint.ts';
import { type Client, createClient } from './client.ts';

interface Wanted {
  name?: string;
  scopes?: readonly Scope[];
  expiresInDays?: number | null;
}

/** Returns the token with its id, and a client that uses it. */
export async function createApiToken(
  { url }: { url: string },
  owner: Client,
  { name = 'Script', scopes = ['read'], expiresInDays = null }: Wanted = {},
): Promise<{ token: string; id: string; client: Client }> {
  const { status, body } = await owner.call(api.createApiToken, { json: { name, scopes, expiresInDays } });
  if (status !== 201) throw new Error(`no API token: ${status} ${body.code}`);
  const { id = '', email = '' } = owner.account ?? {};
  return {
    token: body.token,
    id: body.apiToken._id,
    client: createClient(url, { id, email, token: body.token }),
  };
}
