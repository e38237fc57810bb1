// `cellar doctor`: checks everything that an installation depends on, without changing anything.
import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { openDatabase } from '#db/database.ts';
import { listPendingMigrations } from '#db/migrate.ts';
import { createClamd } from '#platform/clamd.ts';
import { messageOf } from '#platform/error-facts.ts';
import { helloName } from '#platform/mail/mailer.ts';
import { diskPlace } from '#platform/storage/disk/library-mark.ts';
import type { S3Config } from '#platform/storage/s3/s3-address.ts';
import type { StoragePlace } from '#platform/storage/storage.ts';
import { type Config, readConfig } from './config.ts';

export interface Finding {
  level: 'ok' | 'note' | 'problem';
  text: string;
}

type Check = (config: Config) => Promise<Finding>;

const timeoutMs = 5000;

export async function* diagnose(env: NodeJS.ProcessEnv): AsyncGenerator<Finding> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    yield problem(`Configuration: ${messageOf(error)}`);
    return;
  }
  yield ok('Configuration: valid.');
  for (const check of [
    checkFolder,
    checkSpace,
    checkDatabase,
    checkStorage,
    checkMailServer,
    checkClamd,
    checkPort,
  ]) {
    yield await run(check, config);
  }
}

async function run(check: Check, config: Config): Promise<Finding> {
  try {
    return await check(config);
  } catch (error) {
    return problem(messageOf(error));
  }
}

async function checkFolder({ dataDir }: Config): Promise<Finding> {
  if (!existsSync(dataDir))
    return note(`Data folder: ${dataDir} does not exist; the first start creates it.`);
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(`Data folder: ${dataDir} is readable and writable.`);
  } catch {
    return problem(`Data folder: this user cannot write to ${dataDir}.`);
  }
}

async function checkSpace({ storage, dataDir }: Config): Promise<Finding> {
  let folder = storage.kind === 'disk' ? storage.root : dataDir;
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `Free space for files: ${formatBytes(free)} in ${folder}.`;
  return free < 1024 ** 3 ? problem(text) : ok(text);
}

async function checkDatabase({ database: config }: Config): Promise<Finding> {
  if (config.dialect === 'sqlite' && !existsSync(config.path)) {
    return note(`Database: ${config.path} does not exist; the first start creates it.`);
  }
  const database = openDatabase(config);
  try {
    const pending = await listPendingMigrations(database.db);
    if (pending.length === 0) return ok(`Database: reachable (${config.dialect}) and up to date.`);
    return note(`Database: reachable (${config.dialect}); the next start applies ${pending.join(', ')}.`);
  } catch (error) {
    return problem(`Database: ${messageOf(error)}`);
  } finally {
    await database.close();
  }
}

async function checkStorage({ storage }: Config): Promise<Finding> {
  const place = storage.kind === 'disk' ? diskPlace(storage.root) : await bucketOf(storage);
  try {
    if (await place.readMark()) return ok(`Storage: ${place.name} belongs to a library.`);
  } catch (error) {
    return problem(`Storage: ${messageOf(error)}`);
  }
  const isNew = storage.kind === 'disk' ? 'it is new, or not mounted' : 'it is new';
  return note(`Storage: ${place.name} has no ${place.mark}: ${isNew}. The first start creates it.`);
}

async function bucketOf(config: S3Config): Promise<StoragePlace> {
  const { openBucket } = await import('#platform/storage/s3/s3-storage.ts');
  return openBucket(config).place;
}

async function checkMailServer({ smtp, publicUrl }: Config): Promise<Finding> {
  if (!smtp) return note('Mail server: none in SMTP_URL. Admin Settings can name one.');
  if (smtp === 'off') return note('Mail server: none (SMTP_URL=off). Emails wait in Admin → Tools → Email.');
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url: smtp.url, ...timeouts, ...helloName(publicUrl) });
  try {
    await transport.verify();
    return ok('Mail server: reachable, and it accepts the login.');
  } catch (error) {
    return problem(`Mail server: ${messageOf(error)}`);
  } finally {
    transport.close();
  }
}

async function checkClamd({ clamd }: Config): Promise<Finding> {
  if (!clamd) return note('Virus scanning: off. CLAMD_URL switches it on.');
  try {
    const { text } = await createClamd(clamd).version();
    return ok(`Virus scanning: clamd answers (${text}).`);
  } catch (error) {
    return problem(`Virus scanning: clamd cannot be reached: ${messageOf(error)}`);
  }
}

async function checkPort({ host, port }: Config): Promise<Finding> {
  if (await isFree(host, port)) return ok(`Port: ${port} is free.`);
  const address = host.replace(/^(0\.0\.0\.0|::)$/, '127.0.0.1');
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/api/health`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
  if (answer?.ok) return ok(`Port: a server answers on ${port}, presumably this one.`);
  return problem(`Port: ${port} is in use by another program. Set PORT, or stop that program.`);
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(new Error(`Port: Cellar cannot listen on ${host}:${port} (${error.code}).`));
    });
    server.listen({ host, port }, () => server.close(() => resolve(true)));
  });
}

const ok = (text: string): Finding => ({ level: 'ok', text });
const note = (text: string): Finding => ({ level: 'note', text });
const problem = (text: string): Finding => ({ level: 'problem', text });
