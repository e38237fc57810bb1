// Sends thousands of hostile requests to every endpoint as every kind of caller. Each gets an answer in time, no answer is a server
// error, none reveals a stack trace, and the memory of the server does not grow with them. HOSTILE_SEED and HOSTILE_REQUESTS
// set the seed and the number; `npm run test:attack` sends 20,000.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { api } from '@cellar/contract/api.ts';
import { type AnyEndpoint, scopeOf, scopes } from '@cellar/contract/endpoint.ts';
import { endpoints } from '@cellar/contract/endpoints.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { type ServerProcess, startServer } from '#test/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { createApiToken } from '../logins.ts';
import { createRandom, type HostileRequest, hostileRequests } from './hostile-requests.ts';

const seed = Number(process.env.HOSTILE_SEED ?? 42);
const count = Number(process.env.HOSTILE_REQUESTS ?? 4_000);
const atOnce = 8;
/** The time after which a request counts as hanging, unless it is answered when it is repeated. */
const answerMs = 10_000;
/** Of the heap between an eighth of the requests and all of them. */
const mostGrowthMb = 20;

const states = ['unverified', 'pending', 'suspended', 'expired', 'member', 'contributor', 'admin'] as const;
/** `token`: an API token of an admin with every scope. */
const callers = ['visitor', ...states, 'token'] as const;
type Caller = (typeof callers)[number];

/** Whether the contract admits the caller. Visitors and unusable sessions may only use what is public. */
function admits(endpoint: AnyEndpoint, caller: Caller): boolean {
  if (endpoint.access === 'public') return true;
  if (caller === 'token') return endpoint.access !== 'monitor' && scopeOf(endpoint) !== 'session';
  const roles: Partial<Record<AnyEndpoint['access'], Caller[]>> = {
    member: ['member', 'contributor', 'admin'],
    contributor: ['contributor', 'admin'],
    admin: ['admin'],
  };
  return roles[endpoint.access]?.includes(caller) ?? false;
}

/** Seven of ten requests have a caller who is admitted, because the others are refused before their input is read. */
function callerOf(endpoint: AnyEndpoint, random: () => number): Caller {
  const admitted = callers.filter((caller) => admits(endpoint, caller));
  const offered = admitted.length > 0 && random() < 0.7 ? admitted : callers;
  return offered[Math.floor(random() * offered.length)] as Caller;
}

/** On SIGWINCH, the server prints how many bytes of its heap are in use after a collection of garbage. */
const tellsHeap = `data:text/javascript,
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.on('SIGWINCH', () => { gc(); console.log('heap:' + process.memoryUsage().heapUsed); });`;

let dataDir: string;
let database: TestDatabase;
/** Creates accounts in the same database as `server`, and answers no request. */
let app: TestApp;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cellar-hostile-'));
  database = await createTestDatabase();
  app = await buildApp({ dataDir, database });
  server = await startServer({ dataDir, env: database.env, flags: ['--expose-gc', '--import', tellsHeap] });
});
afterAll(async () => {
  await server?.kill();
  await app?.close();
  await database?.drop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

/** Requests may end sessions, and suspend or delete accounts. A new account replaces each one that has lost its access. */
async function createCallers() {
  const clients = new Map<Caller, Client>([['visitor', createClient(server.url)]]);
  async function create(caller: Caller): Promise<Client> {
    const account = await app.as(caller === 'token' ? 'admin' : (caller as (typeof states)[number]));
    const client = createClient(server.url, account.account);
    if (caller !== 'token') return client;
    return (await createApiToken({ url: server.url }, client, { scopes, expiresInDays: 1 })).client;
  }
  for (const caller of [...states, 'token' as const]) clients.set(caller, await create(caller));
  return {
    get: (caller: Caller) => clients.get(caller) as Client,
    async replaceIfLost(caller: Caller, client: Client) {
      if (clients.get(caller) !== client) return;
      const { status } = await client.call(api.listGames);
      if (status !== 401 && status !== 403) return;
      clients.set(caller, await create(caller));
    },
  };
}

interface Answer {
  /** 0 without an answer. */
  status: number;
  text: string;
}

async function send(client: Client, { method, path, headers, body }: HostileRequest): Promise<Answer> {
  const signal = AbortSignal.timeout(answerMs);
  try {
    const answer = await client.fetch(path, { method, headers, body, redirect: 'manual', signal });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: String((error as Error).cause ?? error) };
  }
}

/** Repeats a request that got no answer in time. */
async function sendPatiently(client: Client, request: HostileRequest): Promise<Answer> {
  const answer = await send(client, request);
  return answer.status === 0 ? send(client, request) : answer;
}

/** 503 is valid, because too many may log in at once. */
const isWrong = ({ status, text }: Answer) =>
  status === 0 || (status >= 500 && status !== 503) || /\n\s+at .*[.:]\d+/.test(text);

it(`the server answers ${count} hostile requests (seed ${seed}) without a server error`, async () => {
  const people = await createCallers();
  const { id } = await createGame(app.services, people.get('admin'), { title: 'Some Game' });
  const requests = hostileRequests(seed, [id, 'nothing']);
  const random = createRandom(seed + 1);
  const wrong: string[] = [];
  const answers: Record<string, number> = {};
  const heapMbs: number[] = [];
  let [left, admitted, lost] = [count, 0, 0];

  async function attack(): Promise<void> {
    while (left > 0) {
      left -= 1;
      if (left % Math.ceil(count / 8) === 0) heapMbs.push(await heapMb());
      const request = requests.next().value as HostileRequest;
      const endpoint = endpoints[request.name as keyof typeof endpoints] as AnyEndpoint;
      const caller = callerOf(endpoint, random);
      const client = people.get(caller);
      const answer = await sendPatiently(client, request);
      if (isWrong(answer)) wrong.push(describe(caller, request, answer));
      const kind = `${Math.floor(answer.status / 100)}xx`;
      answers[kind] = (answers[kind] ?? 0) + 1;
      if (endpoint.access === 'public' || !admits(endpoint, caller)) continue;
      admitted += 1;
      if (answer.status !== 401 && answer.status !== 403) continue;
      lost += 1;
      await people.replaceIfLost(caller, client);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, attack));
  console.info({ answers, admitted, lost, heapMbs: heapMbs.map(Math.round) });
  expect(wrong).toEqual([]);
  // Otherwise most requests would be refused because of their session, and the test would prove nothing.
  expect(admitted / count).toBeGreaterThan(0.4);
  expect(lost / admitted).toBeLessThan(0.1);
  const [, second = 0] = heapMbs;
  expect((heapMbs.at(-1) ?? 0) - second).toBeLessThan(mostGrowthMb);
  expect((await people.get('visitor').fetch('/api/ready')).status).toBe(200);
});

function describe(caller: Caller, { method, path, body }: HostileRequest, { status, text }: Answer): string {
  const sent =
    body instanceof FormData
      ? JSON.stringify([...body].map(([name, value]) => [name, String(value)]))
      : `${body}`;
  return `${caller} ${method} ${path.slice(0, 200)} ${sent.slice(0, 300)} → ${status} ${text.slice(0, 300)}`;
}

async function heapMb(): Promise<number> {
  const before = server.output().length;
  process.kill(server.pid, 'SIGWINCH');
  const heap = /heap:(\d+)\n/;
  await expect.poll(() => server.output().slice(before)).toMatch(heap);
  return Number(heap.exec(server.output().slice(before))?.[1]) / 1e6;
}
