// A process that runs several servers for the browser tests. It loads the sources only once, so it opens a library in a
// fraction of a second. e2e/support/hosted-server.ts starts it and sends it one `HostRequest` at a time.
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { hashPassword } from '#platform/passwords.ts';
import { seed } from '#seed/seed.ts';
import { createApp } from '#start/app.ts';
import { readConfig } from '#start/config.ts';
import { createServices, type Services } from '#start/services.ts';
import './cheap-passwords.ts';
import { setup as makeTemplate } from './database-template.ts';
import { placeTemplate } from './test-database.ts';

interface Account {
  name: string;
  email: string;
  password: string;
}

/** An operation on the server that listens on this port. */
type HostRequest = { id: number; port: number } & (
  | { do: 'open'; env: Record<string, string> }
  | { do: 'createAccount'; role: 'admin' | 'member'; account: Account }
  | { do: 'forgetConfirmations' }
  | { do: 'seed'; games: number; covers: number }
  | { do: 'close' }
);

interface OpenServer {
  app: FastifyInstance;
  services: Services;
}

const webDir = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const servers = new Map<number, OpenServer>();
const log = pino({ level: 'warn' });

process.umask(0o027);
const dropTemplate = await makeTemplate();

process.on('message', async (request: HostRequest) => {
  try {
    await perform(request);
    process.send?.({ id: request.id });
  } catch (error) {
    process.send?.({ id: request.id, error: (error as Error).stack });
  }
});

// Runs when the test process has ended.
process.on('disconnect', async () => {
  await Promise.all([...servers.keys()].map(close)).catch(() => undefined);
  await dropTemplate();
  process.exit();
});

// Reports that this process is ready.
process.send?.({ id: 0 });

async function perform(request: HostRequest): Promise<void> {
  if (request.do === 'open') return open(request.port, request.env);
  if (request.do === 'close') return close(request.port);
  const { services } = serverOn(request.port);
  if (request.do === 'createAccount') return createAccount(services, request.role, request.account);
  if (request.do === 'forgetConfirmations') return forgetConfirmations(services);
  return seedGames(services, request);
}

/** Starts a server like start/main.ts. */
async function open(port: number, env: Record<string, string>): Promise<void> {
  const config = readConfig({ ...env, PORT: String(port) });
  placeTemplate(config.database);
  const services = await createServices({ config, log, laterMs: 0 });
  const app = await createApp({ config, services, log, version: '0.0.0-test', webDir });
  await services.setup.prepareCode();
  await app.listen({ host: config.host, port: config.port });
  services.catalogue.warmUp();
  services.scheduler.start();
  servers.set(port, { app, services });
}

async function close(port: number): Promise<void> {
  const { app, services } = serverOn(port);
  servers.delete(port);
  await app.close();
  await services.close();
}

async function createAccount(services: Services, role: 'admin' | 'member', account: Account): Promise<void> {
  const { name, email, password } = account;
  const passwordHash = await hashPassword(password);
  const created = { name, email: email.toLowerCase(), passwordHash };
  await services.users.createApproved(services.database.db, created, role);
}

/** As if all sessions had begun more than 10 minutes ago. */
async function forgetConfirmations({ database: { db } }: Services): Promise<void> {
  await db.updateTable('sessions').set({ confirmedAt: null }).execute();
}

async function seedGames(
  services: Services,
  { games, covers }: { games: number; covers: number },
): Promise<void> {
  const nothingElse = { screenshots: 0, pictureFiles: true, members: 0, activities: 0, queued: 0 };
  await seed(services, { games, covers, ...nothingElse, randomSeed: 'cellar' }, () => undefined);
}

function serverOn(port: number): OpenServer {
  const server = servers.get(port);
  if (!server) throw new Error(`No server listens on port ${port}`);
  return server;
}
