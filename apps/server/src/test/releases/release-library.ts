// A library that a released version has made with its own code (scripts/release-library.mjs), unpacked for a test.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';

const dialect = process.env.TEST_DATABASE_URL ? 'postgres' : 'sqlite';

export const releasedVersions = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export interface Credentials {
  email: string;
  password: string;
}

/** What the library contains. */
export interface Facts {
  accounts: Record<'admin' | 'member' | 'secondAdmin' | 'unverified' | 'pending' | 'suspended', Credentials>;
  games: { id: string; title: string; files: { platform: string; size: number; sha256: string }[] }[];
  edited: { description: string; developer: string; genres: string[]; boxArtUrl: string };
  cheat: { gameId: string; id: string; name: string };
  unfinished: { title: string; platform: string; uploadId: string; chunkSize: number; archive: string };
  rule: { find: string; replace: string; description: string };
  siteName: string;
}

export interface ReleaseLibrary {
  dataDir: string;
  database: TestDatabase;
  facts: Facts;
  remove(): Promise<void>;
}

export async function unpackRelease(version: string): Promise<ReleaseLibrary> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cellar-release-'));
  const kept = join(import.meta.dirname, version, dialect);
  const { status } = spawnSync('tar', ['-xzf', `${kept}.tar.gz`, '-C', dataDir]);
  if (status !== 0) throw new Error(`tar ended with ${status}`);
  const database = await createTestDatabase({ empty: true });
  if (database.env.DATABASE_URL) await restore(database.env.DATABASE_URL, join(dataDir, 'dump.sql'));
  return {
    dataDir,
    database,
    facts: JSON.parse(await readFile(`${kept}.json`, 'utf8')),
    async remove() {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs the statements of a dump. */
async function restore(url: string, file: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(await readFile(file, 'utf8'));
  await client.end();
}
