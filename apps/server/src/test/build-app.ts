// Starts the real application for a test, with a real database (SQLite, or PostgreSQL if TEST_DATABASE_URL is set), disk and
// port.
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import type { Clock } from '#platform/clock.ts';
import { createApp } from '#start/app.ts';
import { type Config, readConfig } from '#start/config.ts';
import { createServices, type Services } from '#start/services.ts';
import { type Client, createClient } from './client.ts';
import { type AccountState, createAccount } from './factories.ts';
import { createTestDatabase, placeTemplate, type TestDatabase } from './test-database.ts';

export interface MovableClock extends Clock {
  /** Moves the clock forward, or back by a negative time. */
  advance(ms: number): void;
}

export interface TestApp {
  url: string;
  dataDir: string;
  config: Config;
  services: Services;
  clock: MovableClock;
  visitor: Client;
  /** The mounted routes as `METHOD /path`, without the HEAD routes that Fastify adds. */
  routes(): string[];
  /** Creates an account in this state and returns a client with its session. */
  as(state: AccountState): Promise<Client>;
  close(): Promise<void>;
}

interface Options {
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** The folder of a built web page. Without it, only the API is served. */
  webDir?: string;
  /** The folder of an earlier app, which on SQLite contains its database. The caller removes it. */
  dataDir?: string;
  /** The PostgreSQL database of an earlier app. The caller drops it. */
  database?: TestDatabase;
  /** By default, nothing is logged. */
  log?: Logger;
}

export async function buildApp({
  env = {},
  webDir,
  log = pino({ level: 'silent' }),
  dataDir: givenDir,
  database: given,
}: Options = {}): Promise<TestApp> {
  const began = performance.now();
  const dataDir = givenDir ?? (await mkdtemp(join(tmpdir(), 'cellar-test-')));
  const database = given ?? (await createTestDatabase());
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...database.env, ...env });
  placeTemplate(config.database);
  const clock = createClock();
  const services = await createServices({ config, log, clock, laterMs: 0 });
  const app = await createApp({
    config,
    services,
    log,
    version: '0.0.0-test',
    webDir: webDir ?? join(dataDir, 'no-page'),
  });
  await app.listen({ host: config.host, port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  performance.measure('start', { start: began });
  return {
    url,
    dataDir,
    config,
    services,
    clock,
    visitor: createClient(url),
    routes: () => mountedRoutes(app.printRoutes({ commonPrefix: false })),
    as: async (state) => createClient(url, await createAccount(services, state, clock.now())),
    async close() {
      await app.close();
      await services.close();
      if (!given) await database.drop();
      if (!givenDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Parses the tree that Fastify prints: the path of a route is the concatenation of the texts on its branch. */
function mountedRoutes(tree: string): string[] {
  const branch: string[] = [];
  const routes: string[] = [];
  for (const line of tree.split('\n')) {
    const match = /^(?<indent>[│ ]*)[├└]── (?<path>\S*)(?: \((?<methods>[^)]+)\))?/u.exec(line);
    if (!match?.groups) continue;
    const depth = (match.groups.indent ?? '').length / 4;
    branch.splice(depth, Number.POSITIVE_INFINITY, match.groups.path ?? '');
    const methods = match.groups.methods?.split(', ').filter((method) => method !== 'HEAD') ?? [];
    routes.push(...methods.map((method) => `${method} ${branch.join('')}`));
  }
  return routes;
}

function createClock(): MovableClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    advance: (ms) => {
      offset += ms;
    },
  };
}
