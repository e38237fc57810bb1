// Requests whose status is checked and whose time is noted.
import { firstAdmin } from '../cellar-server.ts';
import { isLucky, noteProblem, type Visitor } from './site.ts';

export interface Question {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  token?: string;
  json?: object;
  form?: FormData;
  /** By default only 200. */
  expected?: readonly number[];
}

/** @throws Error if the status is not an expected one */
export async function ask(visitor: Visitor, path: string, question: Question = {}): Promise<Response> {
  const { site, address } = visitor;
  const { method = 'GET', token, json, form, expected = [200] } = question;
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${site.port}${path}`, {
    method,
    headers: {
      'x-forwarded-for': address,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(json && { 'content-type': 'application/json' }),
    },
    body: form ?? (json ? JSON.stringify(json) : null),
  });
  // The whole answer counts, and it frees the connection.
  const body = await response.arrayBuffer();
  site.tally.times.push(performance.now() - started);
  site.tally.counts.requests += 1;
  const answer = new Response(body.byteLength > 0 ? body : null, response);
  if (expected.includes(response.status)) return answer;
  throw new Error(`${method} ${path} answered ${response.status}: ${await answer.text()}`);
}

export async function askJson<T>(visitor: Visitor, path: string, question: Question = {}): Promise<T> {
  return (await ask(visitor, path, question)).json() as Promise<T>;
}

/** All accounts have the password of the first admin. Some people mistype it first. */
export async function logIn(visitor: Visitor, email: string): Promise<string> {
  const path = '/api/users/login';
  if (isLucky(visitor, 0.03)) {
    await ask(visitor, path, { method: 'POST', json: { email, password: 'mistyped' }, expected: [401] });
  }
  const json = { email, password: firstAdmin.password };
  const { token } = await askJson<{ token: string }>(visitor, path, { method: 'POST', json });
  visitor.site.tally.counts.logins += 1;
  return token;
}

export async function logOut(visitor: Visitor, token: string): Promise<void> {
  await ask(visitor, '/api/users/logout', { method: 'POST', token });
}

/** Compares digests in hexadecimal. */
export function checkDigest({ site }: Visitor, what: string, found: string, right: string): void {
  if (found !== right) noteProblem(site.tally, 'wrongBytes', `${what} has wrong bytes`);
}
