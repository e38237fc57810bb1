// An authenticator app for tests, and the steps of a member who uses it.
import { api } from '@cellar/contract/api.ts';
import { Secret, TOTP } from 'otpauth';
import type { TestApp } from './build-app.ts';
import type { Answer, Client } from './client.ts';
import { samplePassword } from './factories.ts';

/** One time step of the codes (RFC 6238). */
export const stepMs = 30_000;

export interface Authenticator {
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
