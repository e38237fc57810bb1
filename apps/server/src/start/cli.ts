// `npx cellar`: the commands of the server's administrator, and those of a client (client/).
import { createInterface } from 'node:readline/promises';
import { password as passwordRule } from '@cellar/contract/people/accounts.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { email as emailRule, line } from '@cellar/contract/text.ts';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { addClientCommands } from '#client/client-commands.ts';
import type { SeedOptions } from '#seed/seed.ts';
import type { BackupOptions, MoveTargets, RestoreOptions } from './commands.ts';
import { version } from './version.ts';

process.umask(0o027);
const program = new Command('cellar').description('administer a Cellar library').version(version);
const commands = () => import('./commands.ts');

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
    .action(async ({ password, ...account }: AccountOptions) => {
      const { createAccount } = await commands();
      await createAccount({ ...account, password: password ?? (await askPassword()) }, role);
    });
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
  .action(async ({ email, password }: AccountOptions) => {
    const { resetPassword } = await commands();
    await resetPassword({ email, password: password ?? (await askPassword()) });
  });

admin
  .command('local-login')
  .description('let all members log in with a password again, if the login providers do not work')
  .argument('<on>', 'the word on')
  .action(async (value: string) => {
    if (value !== 'on') throw new InvalidArgumentError('Expected: on. It is turned off in Admin Settings.');
    await (await commands()).turnLocalLoginOn();
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
  .action(async (targets: MoveTargets) => {
    const { migrate, move } = await commands();
    await (targets.toDatabase || targets.toStorage ? move(targets) : migrate());
  });

program
  .command('check')
  .description('check every stored file; exit code 1 if there is a problem')
  .option('--full', 'also read every file and compare its digest')
  .action(async (options: { full?: true }) => (await commands()).check(options));

program
  .command('backup')
  .description('back up the library, also while it runs; exit code 1 if a file is missing or damaged')
  .argument('<to>', 'folder of the backups, or s3:// address')
  .option('--keep <number>', 'number of backups to keep', wholeNumber(1, 1000), limits.backupsKept)
  .option('--verify', 'instead, read every file of the newest backup again')
  .action(async (to: string, options: BackupOptions) => (await commands()).backUp(to, options));

program
  .command('restore')
  .description('restore a backup into an empty library')
  .argument('<from>', 'folder of the backups, or s3:// address')
  .option('--at <backup>', 'the id of a backup; by default the newest one')
  .option(
    '--skip-damaged',
    'restore the rest if files of the backup are missing or damaged; then exit code 1',
  )
  .action(async (from: string, options: RestoreOptions) => (await commands()).restore(from, options));

program
  .command('export')
  .description(
    'write what people have made (facts, pictures, cheat files, rules) into a folder, without the game files',
  )
  .argument('<to>', 'an empty folder, or an earlier export')
  .action(async (to: string) => (await commands()).exportTo(to));

program
  .command('doctor')
  .description(
    'check configuration, folders, database, mail server and port; exit code 1 if there is a problem',
  )
  .action(async () => (await commands()).examine());

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
  .action(async (options: SeedOptions) => (await commands()).addMadeUpGames(options));

addClientCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  const isMistyped = error instanceof CommanderError;
  console.error(isMistyped ? error.message : (await commands()).explain(error));
  process.exitCode = 1;
}
