// A disk of a few megabytes for a server process: a tmpfs in a separate mount namespace. It disappears with the process.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startServer } from './server-process.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const MiB = 1024 * 1024;

/** The flags of `unshare` that permit mounting, or undefined if the system does not permit it. */
export const unshare = [['-m'], ['-rm']].find(
  (flags) => spawnSync('unshare', [...flags, 'mount', '-t', 'tmpfs', 'none', tmpdir()]).status === 0,
);

export interface SmallDisk {
  server: ServerProcess;
  /** On the small disk only if the disk holds all data and the database is SQLite. */
  database: TestDatabase;
  /** The mounted folder as seen from this process. */
  path: string;
  /** Fills the disk except for this many bytes. */
  fill(leave: number): Promise<void>;
  /** Removes the file that `fill` wrote. */
  makeRoom(): Promise<void>;
  /** Makes the disk read-only, like a system after errors of the disk, or writable again. */
  remount(mode: 'ro' | 'rw'): void;
  /** Runs a statement on the SQLite database inside the namespace. From outside, SQLite would resolve the path differently. */
  runSql(statement: string): void;
  close(): Promise<void>;
}

/** `holds`: `files` puts only the platform files on the disk, `all` the whole DATA_DIR. */
export async function startOnSmallDisk(
  size: number,
  holds: 'files' | 'all',
  env: Record<string, string> = {},
): Promise<SmallDisk> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'cellar-disk-'));
  const mounted = join(folder, 'disk');
  await mkdir(mounted);
  const script = `mount -t tmpfs -o size=${size} none "$0" && exec "$@"`;
  const server = await startServer({
    dataDir: folder,
    env: {
      ...(holds === 'all' ? { DATA_DIR: mounted } : { STORAGE_URL: `file:${mounted}` }),
      ...database.env,
      ...env,
    },
    through: ['unshare', ...(unshare ?? []), 'sh', '-c', script, mounted],
  });
  const path = join('/proc', String(server.pid), 'root', mounted);
  const ballast = join(path, 'ballast');

  function runInside(command: string[]): void {
    const enter = unshare?.[0] === '-m' ? ['-m'] : ['-m', '-U', '--preserve-credentials'];
    const { status, stderr } = spawnSync('nsenter', ['-t', String(server.pid), ...enter, ...command], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${command[0]} failed: ${stderr}`);
  }

  return {
    server,
    database,
    path,
    async fill(leave) {
      const file = await open(ballast, 'w');
      try {
        const piece = Buffer.alloc(MiB / 16);
        for (;;) await file.write(piece);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        const { size: full } = await file.stat();
        await file.truncate(full - leave);
      } finally {
        await file.close();
      }
    },
    makeRoom: () => rm(ballast),
    remount: (mode) => runInside(['mount', '-o', `remount,${mode}`, mounted]),
    runSql(statement) {
      const script = `new (require(process.argv[1]))(process.argv[2]).exec(process.argv[3])`;
      const driver = createRequire(import.meta.url).resolve('better-sqlite3');
      runInside([process.execPath, '-e', script, driver, join(mounted, 'cellar.db'), statement]);
    },
    async close() {
      await server.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
