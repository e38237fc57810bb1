// `npx cellar`: the commands of the server's administrator.
import { createInterface } from 'node:readline/promises';
import { password as passwordRule } from '@cellar/contract/accounts.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { email as emailRule, line } from '@cellar/contract/text.ts';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import type { z } from 'zod';
import { isDatabaseUnavailable } from '#db/database.ts';
import { InterruptedRestoreError, NewerLibraryError } from '#db/migrate.ts';
import { hashPassword } from '#platform/passwords.ts';
import { addClientCommands } from './client/client-commands.ts';
import { loadEnvFile, readConfig } from './config.ts';
import { ConfigError } from './config-variables.ts';
import { BackupError } from './features/backup/backup-error.ts';
import { describeProblems, keptByDefault } from './features/backup/backups.service.ts';
import { moveLibrary } from './features/backup/move/move-library.ts';
import { openExistingPlace } from './features/backup/place/backup-place.ts';
import { createProgressLine } from './features/backup/progress-line.ts';
import { reportRestore } from './features/backup/restore/report-restore.ts';
import { restoreLibrary } from './features/backup/restore/restore-library.ts';
import { ExportError, exportLibrary } from './features/library/export/export-library.ts';
import { reportCheck } from './features/storage-report/check-report.ts';
import { AppError } from './http/errors.ts';
import { StorageFullError, StorageUnavailableError } from './platform/storage/storage.ts';
import type { SeedOptions } from './seed/seed.ts';
import { openEmptyStorage, openStorages } from './services/empty-storage.ts';
import { createServices, type Services } from './services.ts';
import { version } from './version.ts';

process.umask(0o027);
const program = new Command('cellar').description('administer a Cellar library').version(version);

// Other users of the machine can see a password on the command line, and shells store it.
const passwordHelp = 'at least 6 characters; if omitted, it is prompted for or read from standard input';

async function askPassword(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, prompt: 'Password: ' });
  lines.prompt();
  for await (const answer of lines) return parseBy(passwordRule)(answer);
  throw new InvalidArgumentError('No password was given');
}

function parseBy(schema: z.ZodType<string>) {
  return (value: string): string => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    throw new InvalidArgumentError(result.error.issues[0]?.message ?? 'is not valid');
  };
}

function wholeNumber(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

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

interface MoveTargets {
  toDatabase?: string;
  toStorage?: string;
}

async function move({ toDatabase, toStorage }: MoveTargets): Promise<void> {
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

interface AccountOptions {
  name: string;
  email: string;
  password?: string;
}

function accountCommand(parent: Command, role: 'admin' | 'member'): void {
  parent
    .command('create')
    .description(`create ${role === 'admin' ? 'an admin' : 'a member'} who can log in immediately`)
    .requiredOption('--email <address>', 'email address', parseBy(emailRule))
    .option('--password <password>', passwordHelp, parseBy(passwordRule))
    .option('--name <name>', 'name', parseBy(line(100)), role === 'admin' ? 'Admin' : 'Member')
    .action(({ password, ...account }: AccountOptions) =>
      withLibrary(async ({ users, database }) => {
        const passwordHash = await hashPassword(password ?? (await askPassword()));
        await users.createApproved(database.db, { ...account, passwordHash }, role);
        console.log(`Created the ${role} ${account.email}.`);
      }),
    );
}

const admin = program.command('admin').description('manage admins');
accountCommand(admin, 'admin');
accountCommand(program.command('member').description('manage members'), 'member');

admin
  .command('reset-password')
  .description(
    'set a new password for an account, turn its two-step login off, and end all other access to it',
  )
  .requiredOption('--email <address>', 'email address', parseBy(emailRule))
  .option('--password <password>', passwordHelp, parseBy(passwordRule))
  .action(({ email, password }: AccountOptions) =>
    withLibrary(async ({ recovery }) => {
      await recovery.rescue(email, password ?? (await askPassword()));
      console.log(`Set a new password for ${email}, turned two-step login off, and ended its sessions.`);
      console.log('Its passkeys, API tokens, linked logins and feed were removed.');
    }),
  );

admin
  .command('local-login')
  .description('let all members log in with a password again, if the login providers do not work')
  .argument('<on>', 'the word on')
  .action((value: string) => {
    if (value !== 'on') throw new InvalidArgumentError('Expected: on. It is turned off in Admin Settings.');
    return withLibrary(async ({ loginSettings }) => {
      await loginSettings.turnLocalOn();
      console.log('All members can log in with a password again.');
    });
  });

program
  .command('migrate')
  .description(
    'migrate the database to the newest schema, or move the library to another database or storage',
  )
  .option(
    '--to-database <url>',
    'move to this DATABASE_URL, which must be empty; PGPASSWORD can hold its password',
  )
  .option('--to-storage <url>', 'move to this STORAGE_URL, which must be empty')
  .action((targets: MoveTargets) => {
    if (targets.toDatabase || targets.toStorage) return move(targets);
    return withLibrary(async () => console.log('The database is up to date.'));
  });

program
  .command('check')
  .description('check every stored file; exit code 1 if there is a problem')
  .option('--full', 'also read every file and compare its digest')
  .action(({ full }: { full?: true }) =>
    withLibrary(async ({ storageCheck }) => {
      const result = await storageCheck.runNow(full ? 'full' : 'quick');
      const { lines, isGood } = reportCheck(result);
      for (const line of lines) console.log(line);
      if (!isGood) process.exitCode = 1;
    }),
  );

program
  .command('backup')
  .description('back up the library, also while it runs; exit code 1 if a file is missing or damaged')
  .argument('<to>', 'folder of the backups')
  .option('--keep <number>', 'number of backups to keep', wholeNumber(1, 1000), keptByDefault)
  .option('--verify', 'instead, read every file of the newest backup again')
  .action((address: string, { keep, verify }: { keep: number; verify?: true }) =>
    withLibrary(async ({ backups }) => {
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
    }),
  );

program
  .command('restore')
  .description('restore a backup into an empty library')
  .argument('<from>', 'folder of the backups')
  .option('--at <backup>', 'the id of a backup; by default the newest one')
  .option(
    '--skip-damaged',
    'restore the rest if files of the backup are missing or damaged; then exit code 1',
  )
  .action(async (from: string, options: { at?: string; skipDamaged?: true }) => {
    loadEnvFile();
    const config = readConfig(process.env);
    const { show, end } = createProgressLine(process.stderr);
    const openStorage = (library: string) => openEmptyStorage(config, library);
    const place = await openExistingPlace(from, config);
    const restore = { ...options, place, config, openStorage, onProgress: show };
    try {
      const restored = await restoreLibrary(restore).finally(end);
      for (const line of reportRestore(restored, config.secretKey !== undefined)) console.log(line);
      if (restored.lost.length > 0) process.exitCode = 1;
    } finally {
      place.close();
    }
  });

program
  .command('export')
  .description(
    'write what people have made (facts, pictures, cheat files, rules) into a folder, without the game files',
  )
  .argument('<to>', 'an empty folder, or an earlier export')
  .action((to: string) =>
    withLibrary(async (services) => {
      const { folder, games, newFiles, missing } = await exportLibrary({ ...services, version }, to);
      console.log(`Exported ${games} games to ${folder}; ${newFiles} pictures and cheat files were new.`);
      if (missing.length === 0) return;
      console.log('These files are missing in the library:');
      for (const name of missing) console.log(`  ${name}`);
      process.exitCode = 1;
    }),
  );

program
  .command('doctor')
  .description(
    'check configuration, folders, database, mail server and port; exit code 1 if there is a problem',
  )
  .action(async () => {
    loadEnvFile();
    const { diagnose } = await import('./doctor.ts');
    const signs = { ok: '✓', note: '·', problem: '✗' };
    for await (const { level, text } of diagnose(process.env)) {
      console.log(`${signs[level]} ${text}`);
      if (level === 'problem') process.exitCode = 1;
    }
  });

program
  .command('seed')
  .description('add made-up games, to test and measure a large library')
  .requiredOption('--games <number>', 'number of games', wholeNumber(1, 1_000_000))
  .option('--covers <number>', 'number of covers that the games share', wholeNumber(0, 200), 60)
  .option('--own-covers', 'give each game its own small cover instead')
  .option('--screenshots <number>', 'number of screenshots of each game', wholeNumber(0, 30), 0)
  .option('--no-picture-files', 'do not write the picture files, to measure only the database')
  .option('--members <number>', 'number of members to add', wholeNumber(0, 100_000), 0)
  .option('--activities <number>', 'number of downloads to add', wholeNumber(0, 10_000_000), 0)
  .option('--queued <number>', 'number of games to queue for a metadata search', wholeNumber(0, 1_000_000), 0)
  .option('--random-seed <text>', 'the same seed makes up the same games', 'cellar')
  .action((options: SeedOptions) =>
    withLibrary(async (services) => {
      const { seed } = await import('./seed/seed.ts');
      await seed(services, options, (line) => console.log(line));
    }),
  );

addClientCommands(program);

/** Returns only the message of an expected error, but all of an unexpected one, with its stack. */
function explain(error: unknown): unknown {
  const expected = [
    ...[ConfigError, NewerLibraryError, InterruptedRestoreError, BackupError, ExportError],
    ...[AppError, CommanderError, StorageUnavailableError, StorageFullError],
  ];
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  if (isDatabaseUnavailable(error))
    return `DATABASE_URL is wrong: the database can't be reached (${(error as Error).message}).`;
  return error;
}

try {
  await program.parseAsync();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
