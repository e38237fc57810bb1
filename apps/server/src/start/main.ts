// The server process: reads the configuration, starts the application, prints its address, and shuts down gracefully.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { DatabaseFileError } from '#db/database-file.ts';
import { InterruptedRestoreError, NewerLibraryError } from '#db/migrate.ts';
import { AppError } from '#http/errors.ts';
import { NodeRefusedError } from '#platform/nodes.ts';
import { createFolder } from '#platform/storage/disk/flush.ts';
import { StorageUnavailableError } from '#platform/storage/storage.ts';
import { createApp } from './app.ts';
import { type Config, loadEnvFile, readConfig } from './config.ts';
import { ConfigError } from './config-variables.ts';
import { createLog } from './log.ts';
import { createServices, type Services } from './services.ts';
import { version } from './version.ts';

interface Running {
  app: FastifyInstance;
  services: Services;
  config: Config;
  log: Logger;
}

const webDir = fileURLToPath(new URL('../../../web/dist', import.meta.url));

async function start(): Promise<void> {
  // Other users of the machine must be able to read neither the library nor its database.
  process.umask(0o027);
  loadEnvFile();
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  await prepareFolder(config.dataDir);
  const services = await createServices({ config, log });
  const app = await createApp({ config, services, log, version, webDir });
  stopGracefully({ app, services, config, log });

  await services.database
    .keepRoom()
    .catch((err) => log.error({ err }, 'could not reserve disk space for the database'));
  await createAdminOfEnvironment(config, services);
  if (process.argv.includes('--demo')) {
    const { seedDemo } = await import('#demo/seed-demo.ts');
    await seedDemo(services, (line) => console.log(line));
  }
  const setupCode = await services.setup.prepareCode();
  await services.nodes.join();
  await app.listen({ host: config.host, port: config.port }).catch(async (error) => {
    await services.nodes.leave();
    throw error;
  });
  services.catalogue.warmUp();
  services.scheduler.start();
  announce(config, app.server.address() as AddressInfo, setupCode);
}

/** The longest time in milliseconds for the end of jobs and connections, after the requests have ended. */
const closingMs = 10_000;

function stopGracefully({ app, services, config, log }: Running): void {
  const { delayMs, graceMs } = config.shutdown;
  const delay = delayMs + graceMs + closingMs;
  // Nothing acknowledged is lost: a crash at this moment would be survived as well.
  const onSecondSignal = () => process.exit(0);
  closeWithGrace({ delay, logger: log, onSecondSignal }, async ({ err }) => {
    if (err) log.fatal({ err }, 'shutting down after an error');
    const jobsStopped = services.stopJobs();
    jobsStopped.catch(() => undefined);
    if (app.drain.running() > 0)
      log.info(
        { requests: app.drain.running() },
        'waiting for running requests; a second signal stops at once',
      );
    await app.drain.stop(err ? { delayMs: 0, graceMs: 0 } : { delayMs, graceMs });
    await app.close();
    await services.close();
  });
}

/** A new folder is closed to other users; nginx gets access as docs/nginx.conf says. An existing folder keeps its mode. */
async function prepareFolder(dataDir: string): Promise<void> {
  try {
    await createFolder(dataDir, 0o700);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new ConfigError(`DATA_DIR is wrong: expected a writable folder, but ${dataDir} is not writable.`);
  }
}

async function createAdminOfEnvironment({ firstAdmin }: Config, { setup }: Services): Promise<void> {
  if (!firstAdmin || !(await setup.needsSetup())) return;
  try {
    await setup.createFirstAdmin({ name: 'Admin', ...firstAdmin });
  } catch (error) {
    // Another node, which started at the same time, has created the admin.
    if (!(error instanceof AppError && error.code === 'setup_closed')) throw error;
  }
}

function announce(config: Config, { port }: AddressInfo, setupCode: string | undefined): void {
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(config.host) ? 'localhost' : config.host;
  const local = `http://${host}:${port}`;
  const address = config.hasPublicUrl ? config.publicUrl : local;
  console.log(`Cellar is ready at ${address}${address === local ? '' : ` and listening on ${local}`}`);
  if (!setupCode) return;
  console.log(`First visit: open ${address}/setup#code=${setupCode} to create the admin.`);
  console.log(
    `The setup page asks for the code in this link, which is also in ${join(config.dataDir, 'setup-code')}.`,
  );
}

const expectedErrors = [
  ...[ConfigError, DatabaseFileError, NewerLibraryError, InterruptedRestoreError],
  ...[StorageUnavailableError, NodeRefusedError],
];

/** Returns only one line for an expected error, but all of an unexpected one, with its stack. */
function explain(error: unknown, env: NodeJS.ProcessEnv): string {
  if (expectedErrors.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code = '', message = '', stack = '' } = error as NodeJS.ErrnoException;
  const port = env.PORT ?? 3000;
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the other program, or set PORT to another number.`;
  if (code === 'EACCES' && message.includes('listen'))
    return `Not allowed to use port ${port}. Set PORT to 1024 or above.`;
  if (code === 'EADDRNOTAVAIL') return `HOST is wrong: expected an address of this machine, not ${env.HOST}.`;
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'SQLITE_CANTOPEN', 'SQLITE_READONLY'].includes(code)) {
    // The start has already checked DATA_DIR itself.
    const isElsewhere = !code.startsWith('SQLITE') && env.STORAGE_URL?.startsWith('file:');
    return `${isElsewhere ? 'STORAGE_URL' : 'DATA_DIR'} is wrong: expected a writable folder (${message}).`;
  }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || /^(28|3D|08)/.test(code)) {
    return `DATABASE_URL is wrong: the database can't be reached (${message || code}).`;
  }
  return stack || String(error);
}

try {
  await start();
} catch (error) {
  console.error(`Cellar can't start: ${explain(error, process.env)}`);
  process.exit(1);
}
