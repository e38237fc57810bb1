// What the commands of cli.ts do. They are separate so that help, a mistyped option and the client commands do not load
// the server.
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { pino } from 'pino';
import { BackupError } from '#admin/backup/backup-documents.ts';
import { createProgressLine } from '#admin/backup/backup-progress.ts';
import { describeProblems } from '#admin/backup/backups.service.ts';
import { openEmptyStorage, openStorages } from '#admin/backup/empty-storage.ts';
import { moveLibrary } from '#admin/backup/move/move-library.ts';
import { openExistingPlace } from '#admin/backup/place/backup-place.ts';
import { reportRestore, restoreLibrary } from '#admin/backup/restore-library.ts';
import { reportCheck } from '#admin/storage-report/check-result.ts';
import { isDatabaseUnavailable } from '#db/database.ts';
import { DatabaseFileError } from '#db/database-file.ts';
import { InterruptedRestoreError, NewerLibraryError } from '#db/migrate.ts';
import { ExportError, exportLibrary } from '#folders/export/export-library.ts';
import { AppError } from '#http/errors.ts';
import { hashPassword } from '#platform/passwords.ts';
import { StorageFullError, StorageUnavailableError } from '#platform/storage/storage.ts';
import type { SeedOptions } from '#seed/seed.ts';
import { loadEnvFile, readConfig } from './config.ts';
import { ConfigError } from './config-variables.ts';
import { diagnose } from './doctor.ts';
import { createServices, type Services } from './services.ts';
import { version } from './version.ts';

/** Opens the configured library for one command, and migrates its database like the server does. */
async function withLibrary(work: (services: Services) => Promise<void>): Promise<void> {
  loadEnvFile();
  const services = await createServices({ config: readConfig(process.env), log: pino({ level: 'error' }) });
  try {
    await work(services);
  } finally {
    await services.close();
  }
}

interface NewAccount {
  name: string;
  email: string;
  password: string;
}

export function createAccount({ password, ...account }: NewAccount, role: 'admin' | 'member'): Promise<void> {
  return withLibrary(async ({ users, database }) => {
    const passwordHash = await hashPassword(password);
    await users.createApproved(database.db, { ...account, passwordHash }, role);
    console.log(`Created the ${role} ${account.email}.`);
  });
}

export function resetPassword({ email, password }: Omit<NewAccount, 'name'>): Promise<void> {
  return withLibrary(async ({ recovery }) => {
    await recovery.rescue(email, password);
    console.log(`Set a new password for ${email}, turned two-step login off, and ended its sessions.`);
    console.log('Its passkeys, API tokens, linked logins and feed were removed.');
  });
}

export function turnLocalLoginOn(): Promise<void> {
  return withLibrary(async ({ loginSettings }) => {
    await loginSettings.turnLocalOn();
    console.log('All members can log in with a password again.');
  });
}

/** `withLibrary` migrates the database. */
export function migrate(): Promise<void> {
  return withLibrary(async () => console.log('The database is up to date.'));
}

export interface MoveTargets {
  toDatabase?: string;
  toStorage?: string;
}

export async function move({ toDatabase, toStorage }: MoveTargets): Promise<void> {
  loadEnvFile();
  const from = readConfig(process.env);
  const to = readConfig({
    ...process.env,
    ...(toDatabase && { DATABASE_URL: toDatabase }),
    ...(toStorage && { STORAGE_URL: toStorage }),
  });
  const { show, end } = createProgressLine(process.stderr);
  await moveLibrary({
    from: from.database,
    toDatabase: toDatabase ? to.database : undefined,
    openStorages: toStorage ? (library) => openStorages(from, to, library) : undefined,
    onProgress: show,
    onTable: ({ table, rows }) => console.log(`Copied ${rows} rows of ${table}.`),
  }).finally(end);
  const names = [...(toDatabase ? ['DATABASE_URL'] : []), ...(toStorage ? ['STORAGE_URL'] : [])];
  console.log(
    `The library was copied and compared. Set the new ${names.join(' and ')}, and start the server.`,
  );
}

export function check({ full }: { full?: true }): Promise<void> {
  return withLibrary(async ({ storageCheck }) => {
    const result = await storageCheck.runNow(full ? 'full' : 'quick');
    const { lines, isGood } = reportCheck(result);
    for (const line of lines) console.log(line);
    if (!isGood) process.exitCode = 1;
  });
}

export interface BackupOptions {
  keep: number;
  verify?: true;
}

export function backUp(address: string, { keep, verify }: BackupOptions): Promise<void> {
  return withLibrary(async ({ backups }) => {
    const { show, end } = createProgressLine(process.stderr);
    const run = verify ? backups.verify : backups.backUp;
    const result = await run({ address, keep, onProgress: show }).finally(end);
    const { id, counts } = result.manifest;
    const copied = verify ? 'every file was read' : `${formatBytes(result.copiedBytes)} of files were new`;
    console.log(
      `${verify ? 'Verified' : 'Made'} the backup ${id}: ${counts.games} games, ${counts.files} files (${formatBytes(counts.bytes)}), ${copied}.`,
    );
    const problems = describeProblems(result);
    if (!problems) return;
    console.log(problems);
    process.exitCode = 1;
  });
}

export interface RestoreOptions {
  at?: string;
  skipDamaged?: true;
}

export async function restore(from: string, options: RestoreOptions): Promise<void> {
  loadEnvFile();
  const config = readConfig(process.env);
  const { show, end } = createProgressLine(process.stderr);
  const openStorage = (library: string) => openEmptyStorage(config, library);
  const place = await openExistingPlace(from, config);
  try {
    const work = restoreLibrary({ ...options, place, config, openStorage, onProgress: show });
    const restored = await work.finally(end);
    for (const line of reportRestore(restored, config.secretKey !== undefined)) console.log(line);
    if (restored.lost.length > 0) process.exitCode = 1;
  } finally {
    place.close();
  }
}

export function exportTo(to: string): Promise<void> {
  return withLibrary(async (services) => {
    const { folder, games, newFiles, missing } = await exportLibrary({ ...services, version }, to);
    console.log(`Exported ${games} games to ${folder}; ${newFiles} pictures and cheat files were new.`);
    if (missing.length === 0) return;
    console.log('These files are missing in the library:');
    for (const name of missing) console.log(`  ${name}`);
    process.exitCode = 1;
  });
}

export async function examine(): Promise<void> {
  loadEnvFile();
  const signs = { ok: '✓', note: '·', problem: '✗' };
  for await (const { level, text } of diagnose(process.env)) {
    console.log(`${signs[level]} ${text}`);
    if (level === 'problem') process.exitCode = 1;
  }
}

export function addMadeUpGames(options: SeedOptions): Promise<void> {
  return withLibrary(async (services) => {
    const { seed } = await import('#seed/seed.ts');
    await seed(services, options, (line) => console.log(line));
  });
}

/** Returns only the message of an expected error, but all of an unexpected one, with its stack. */
export function explain(error: unknown): unknown {
  const expected = [
    ...[ConfigError, DatabaseFileError, NewerLibraryError, InterruptedRestoreError],
    ...[BackupError, ExportError],
    ...[AppError, StorageUnavailableError, StorageFullError],
  ];
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof Error && 'syscall' in error && !isDatabaseUnavailable(error))
    return `A file or folder can't be used (${error.message}).`;
  if (isDatabaseUnavailable(error))
    return `DATABASE_URL is wrong: the database can't be reached (${(error as Error).message}).`;
  return error;
}
