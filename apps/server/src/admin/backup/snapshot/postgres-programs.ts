// PostgreSQL's own programs, which must be on the PATH and should have the version of the server: an older pg_dump refuses it, and
// pg_restore from version 17 on sets parameters that servers before 17 do not know.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import type { Db } from '#db/schema.ts';
import { BackupError } from '../backup-error.ts';

type Program = 'pg_dump' | 'pg_restore';

const keptErrorLength = 2000;

/** @throws BackupError */
export async function requireProgram(program: Program, db: Db): Promise<void> {
  const needed = await majorOfServer(db);
  const found = await majorOf(program);
  const advice = `Install PostgreSQL's client programs (postgresql-client) in version ${needed}.`;
  if (found === undefined) throw new BackupError(`${program} is not on the PATH. ${advice}`);
  if (found < needed)
    throw new BackupError(
      `${program} is version ${found}, older than the server's version ${needed}. ${advice}`,
    );
}

async function majorOfServer(db: Db): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version_num') as version`.execute(db);
  return Math.floor(Number(rows[0]?.version) / 10_000);
}

/** Returns undefined if the program can't be run. */
async function majorOf(program: Program): Promise<number | undefined> {
  const child = spawn(program, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  try {
    await once(child, 'close');
  } catch {
    return undefined;
  }
  const major = /\) (\d+)/.exec(text)?.[1];
  return major === undefined ? undefined : Number(major);
}

/** Starts a program on a database. The password is passed in the environment, because other users can read arguments. */
export function startProgram(program: Program, url: string, args: string[], signal?: AbortSignal) {
  const { address, password } = withoutPassword(url);
  const child = spawn(program, [`--dbname=${address}`, '--no-password', ...args], {
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(signal ? { signal } : {}),
  });
  return { child, ended: endOf(program, child) };
}

/** The password can stand before the host, or in the parameter `password`, which takes precedence. */
function withoutPassword(url: string): { address: string; password: string } {
  const address = new URL(url);
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password);
  address.password = '';
  if (address.searchParams.has('password')) {
    address.searchParams.delete('password');
    // PostgreSQL does not read a plus sign as a space.
    address.search = address.search.replaceAll('+', '%20');
  }
  return { address: address.href, password };
}

/** @throws BackupError with what the program says */
async function endOf(program: Program, child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (piece) => {
    said = (said + piece).slice(0, keptErrorLength);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new BackupError(`${program} failed: ${said.trim() || `exit code ${code}`}`);
}
