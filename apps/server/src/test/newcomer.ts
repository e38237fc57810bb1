// People who register, for the tests of accounts.
import { api } from '@cellar/contract/api.ts';
import { newId } from '#platform/tokens.ts';
import type { TestApp } from './build-app.ts';
import { type Client, createClient } from './client.ts';
import { samplePassword } from './factories.ts';

export interface Newcomer {
  name: string;
  email: string;
  password: string;
  invite?: string;
  language?: string;
}

export function newcomer(changes: Partial<Newcomer> = {}): Newcomer {
  const email = `new-${newId()}@cellar.example`.toLowerCase();
  return { name: 'Sample Newcomer', email, password: samplePassword, ...changes };
}

/** Returns the headers of a request from this address, for an application with TRUST_PROXY=1. Rate limits count by address. */
export function fromAddress(address: string) {
  return { headers: { 'x-forwarded-for': address } };
}

/** Logs in and returns a client with the new session. */
export async function logIn(app: TestApp, email = '', password = samplePassword): Promise<Client> {
  const { status, body } = await app.visitor.call(api.login, { json: { email, password } });
  if (status !== 200 || !body.token) throw new Error(`login was refused: ${JSON.stringify(body)}`);
  return createClient(app.url, { token: body.token, id: body._id, email: body.email });
}

export async function findUser(app: TestApp, email: string) {
  const query = app.services.database.db.selectFrom('users').selectAll().where('email', '=', email);
  return query.executeTakeFirst();
}
