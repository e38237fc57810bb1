// Requests whose status is checked and whose time is noted.
import http from 'node:http';
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

export interface Answer {
  status: number;
  body: Buffer;
}

/** @throws Error if the status is not an expected one */
export async function ask(visitor: Visitor, path: string, question: Question = {}): Promise<Answer> {
  const { tally } = visitor.site;
  const { method = 'GET', token, json, form, expected = [200] } = question;
  const body = form
    ? await encode(form)
    : json && { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) };
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': body.type, 'content-length': body.bytes.length }),
  };
  const started = performance.now();
  const answer = await send(visitor, { method, path, headers }, body?.bytes);
  tally.times.push(performance.now() - started);
  tally.counts.requests += 1;
  if (expected.includes(answer.status)) return answer;
  throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
}

export async function askJson<T>(visitor: Visitor, path: string, question: Question = {}): Promise<T> {
  return parse<T>(await ask(visitor, path, question));
}

export function parse<T>({ body }: Answer): T {
  return JSON.parse(body.toString()) as T;
}

/** As a browser sends a form. */
export async function encode(form: FormData): Promise<{ type: string; bytes: Buffer }> {
  const request = new Request('http://127.0.0.1', { method: 'POST', body: form });
  return { type: request.headers.get('content-type') ?? '', bytes: Buffer.from(await request.arrayBuffer()) };
}

/** The options of a request of this visitor, who seems to come from another network. */
export function requestOf(
  { site, address, agent }: Visitor,
  options: http.RequestOptions,
): http.RequestOptions {
  const headers = { ...options.headers, 'x-forwarded-for': address };
  return { host: '127.0.0.1', port: site.port, agent, ...options, headers };
}

/** Resolves with the whole answer. */
function send(visitor: Visitor, options: http.RequestOptions, body: Buffer | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(requestOf(visitor, options), (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces) }));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
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

/** Closes the visitor's connections, as if the page was closed. */
export async function logOut(visitor: Visitor, token: string): Promise<void> {
  await ask(visitor, '/api/users/logout', { method: 'POST', token });
  visitor.agent.destroy();
}

/** Compares digests in hexadecimal. */
export function checkDigest({ site }: Visitor, what: string, found: string, right: string): void {
  if (found !== right) noteProblem(site.tally, 'wrongBytes', `${what} has wrong bytes`);
}
