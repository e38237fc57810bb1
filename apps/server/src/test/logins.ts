// People who register, for the tests of accounts.
import { api } from '@cellar/contract/api.ts';
import type { Scope } from '@cellar/contract/endpoint.ts';
import { Secret, TOTP } from 'otpauth';
import { newId } from '#platform/tokens.ts';
import type { TestApp } from './build-app.ts';
import { type Answer, type Client, createClient } from './client.ts';
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

/** Confirms a session with the password again, as sensitive requests need it 10 minutes after the login. */
export async function confirm(client: Client): Promise<void> {
  const { status } = await client.call(api.confirm, { json: { password: samplePassword } });
  if (status !== 200) throw new Error(`not confirmed: ${status}`);
}

// Creates API tokens through the API, for tests.

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

// An authenticator app for tests, and the steps of a member who uses it.

/** One time step of the codes (RFC 6238). */
export const stepMs = 30_000;

interface Authenticator {
  secret: string;
  recoveryCodes: string[];
  /** The code of now, or of another time. */
  code(offsetMs?: number): string;
}

export function codeOf(secret: string, at: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at });
}

/** Turns two-step login on. Afterwards a new step begins, so the current code is unused, and stays the same while a test runs. */
export async function turnOn(app: TestApp, client: Client): Promise<Authenticator> {
  const { secret, setup } = (await client.call(api.setUpApp)).body;
  const code = (offsetMs = 0) => codeOf(secret, app.clock.now().getTime() + offsetMs);
  const { status, body } = await client.call(api.confirmApp, { json: { setup, code: code() } });
  if (status !== 200) throw new Error(`the setup was refused: ${JSON.stringify(body)}`);
  app.clock.advance(stepMs - (app.clock.now().getTime() % stepMs));
  return { secret, code, recoveryCodes: body.recoveryCodes };
}

/** The first step of a login. */
export function enterPassword(app: TestApp, email = '', deviceToken?: string): Promise<Answer> {
  const json = { email, password: samplePassword, ...(deviceToken && { deviceToken }) };
  return app.visitor.call(api.login, { json });
}

/** Both steps of a login, with a `code` or a `recoveryCode`. */
export async function logInWith(app: TestApp, email: string | undefined, proof: object): Promise<Answer> {
  const { challenge } = (await enterPassword(app, email)).body;
  return app.visitor.call(api.finishLogin, { json: { challenge, ...proof } });
}
