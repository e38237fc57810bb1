// Sends thousands of hostile requests to every endpoint as every kind of caller. Each must get a response in time, no response
// may be a server error, and none may reveal a stack trace. HOSTILE_SEED and HOSTILE_REQUESTS set the seed and the number.
import process from 'node:process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from './build-app.ts';
import type { Client } from './client.ts';
import { createGame } from './factories.ts';
import { createRandom, type HostileRequest, hostileRequests } from './hostile-requests.ts';

const seed = Number(process.env.HOSTILE_SEED ?? 42);
const count = Number(process.env.HOSTILE_REQUESTS ?? 8_000);
const atOnce = 8;
/** The time after which a request counts as hanging. */
const answerMs = 30_000;

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ env: { METADATA_PROVIDERS: 'off' } });
});
afterAll(() => app.close());

const roles = ['visitor', 'member', 'admin'] as const;
type Role = (typeof roles)[number];

/** Requests may end sessions, and suspend or delete accounts. A new account replaces each one that lost its access. */
async function callers() {
  const clients: Record<Role, Client> = {
    visitor: app.visitor,
    member: await app.as('member'),
    admin: await app.as('admin'),
  };
  return {
    get: (role: Role) => clients[role],
    async replace(role: 'member' | 'admin', lost: Client) {
      if (clients[role] === lost) clients[role] = await app.as(role);
    },
  };
}

function send(client: Client, { method, path, headers, body }: HostileRequest): Promise<Response> {
  return client.fetch(path, {
    method,
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
  });
}

it(`the server answers ${count} hostile requests (seed ${seed}) without a server error`, async () => {
  const people = await callers();
  const { id } = await createGame(app.services, people.get('admin'), { title: 'Some Game' });
  const requests = hostileRequests(seed, [id, 'nothing']);
  const random = createRandom(seed + 1);
  const wrong: string[] = [];
  let refusedSessions = 0;
  let left = count;

  async function attack(): Promise<void> {
    while (left > 0) {
      left -= 1;
      const request = requests.next().value as HostileRequest;
      const role = roles[Math.floor(random() * roles.length)] as Role;
      const client = people.get(role);
      const answer = await send(client, request).catch((error: Error) => error);
      const said = answer instanceof Error ? String(answer.cause ?? answer) : await answer.text();
      const status = answer instanceof Error ? 0 : answer.status;
      // 503 with Retry-After is valid, because there may be too many logins.
      if (status === 0 || status === 500 || /\n\s+at .*[.:]\d+/.test(said)) {
        wrong.push(
          `${role} ${request.method} ${request.path.slice(0, 200)} ${describe(request)} → ${status} ${said.slice(0, 300)}`,
        );
      }
      if (role === 'visitor' || (status !== 401 && status !== 403)) continue;
      if (status === 401) refusedSessions += 1;
      if ((await client.fetch('/api/users/me')).status !== 200) await people.replace(role, client);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, attack));
  expect(wrong).toEqual([]);
  // Otherwise most requests would lack a session and be refused, and the test would prove nothing.
  expect(refusedSessions / count).toBeLessThan(0.1);
  expect((await app.visitor.fetch('/api/health')).status).toBe(200);
});

function describe({ body }: HostileRequest): string {
  if (body instanceof FormData)
    return JSON.stringify([...body].map(([name, value]) => [name, String(value).slice(0, 60)]));
  return String(body).slice(0, 300);
}
