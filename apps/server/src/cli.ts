// `npx cellar`: what an admin does from the command line, mostly to rescue.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { password as passwordRule } from '@cellar/contract/accounts.ts';
import { email as emailRule, line } from '@cellar/contract/text.ts';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import type { z } from 'zod';
import { isDatabaseAway } from '#db/database.ts';
import { hashPassword } from '#platform/passwords.ts';
import { ConfigError, loadEnvFile, readConfig } from './config.ts';
import { AppError } from './http/errors.ts';
import { createServices, type Services } from './services.ts';

process.umask(0o027);
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const program = new Command('cellar').description('Cellar from the command line').version(version);

// On the command line everybody on the machine can read it, and the shell remembers it.
const passwordHelp = 'at least 6 characters; asked for, or read from standard input, when it is left out';

async function askPassword(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, prompt: 'Password: ' });
  lines.prompt();
  for await (const answer of lines) return by(passwordRule)(answer);
  throw new InvalidArgumentError('No password was given');
}

const by = (rule: z.ZodType<string>) => (value: string) => {
  const result = rule.safeParse(value);
  if (result.success) return result.data;
  throw new InvalidArgumentError(result.error.issues[0]?.message ?? 'is not valid');
};

/** Opens the library of this configuration (as the server does, migrations included) for one command. */
async function withLibrary(work: (services: Services) => Promise<void>): Promise<void> {
  loadEnvFile();
  const services = await createServices({ config: readConfig(process.env), log: pino({ level: 'error' }) });
  try {
    await work(services);
  } finally {
    await services.close();
  }
}

interface AccountOptions {
  name: string;
  email: string;
  password?: string;
}

function accountCommand(parent: Command, role: 'admin' | 'member'): void {
  parent
    .command('create')
    .description(`create ${role === 'admin' ? 'an admin' : 'a member'} who may log in at once`)
    .requiredOption('--email <address>', 'e-mail address', by(emailRule))
    .option('--password <password>', passwordHelp, by(passwordRule))
    .option('--name <name>', 'name', by(line(100)), role === 'admin' ? 'Admin' : 'Member')
    .action(({ password, ...account }: AccountOptions) =>
      withLibrary(async ({ users, database }) => {
        const passwordHash = await hashPassword(password ?? (await askPassword()));
        await users.createApproved(database.db, { ...account, passwordHash }, role);
        console.log(`Created the ${role} ${account.email}.`);
      }),
    );
}

const admin = program.command('admin').description('admins');
accountCommand(admin, 'admin');
accountCommand(program.command('member').description('members'), 'member');

admin
  .command('reset-password')
  .description('set a new password for an account and end its sessions')
  .requiredOption('--email <address>', 'e-mail address', by(emailRule))
  .option('--password <password>', passwordHelp, by(passwordRule))
  .action(({ email, password }: AccountOptions) =>
    withLibrary(async ({ auth }) => {
      await auth.resetPassword(email, password ?? (await askPassword()));
      console.log(`Set a new password for ${email}; its sessions are ended.`);
    }),
  );

program
  .command('migrate')
  .description('bring the database to the newest schema')
  .action(() => withLibrary(async () => console.log('The database is up to date.')));

/** What was to be expected is one line; only what we did not foresee comes with its stack. */
function explain(error: unknown): unknown {
  if ([ConfigError, AppError, CommanderError].some((kind) => error instanceof kind))
    return (error as Error).message;
  if (isDatabaseAway(error))
    return `DATABASE_URL is wrong: the database can't be reached (${(error as Error).message}).`;
  return error;
}

try {
  await program.parseAsync();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
