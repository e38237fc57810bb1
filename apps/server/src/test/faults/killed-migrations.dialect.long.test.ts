// `cellar migrate` is killed at random moments while it migrates a library of an older version. Each time the database is as
// before or as after all migrations, and the next run completes them.
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { listAppliedMigrations } from '#db/migrate.ts';
import type { Db } from '#db/schema.ts';
import { readConfig } from '#start/config.ts';
import { startCellar } from '#test/cellar-command.ts';
import { createClient } from '#test/client.ts';
import { type ReleaseLibrary, releasedVersions, unpackRelease } from '#test/releases/release-library.ts';
import { processMs, startServer } from '#test/server-process.ts';

/** `npm run test:faults` sets more. */
const kills = Number(process.env.FAULT_KILLS ?? 5);

it.each(releasedVersions)(
  `a library of version %s survives ${kills} kills of its migrations`,
  { timeout: kills * processMs },
  async (version) => {
    const { wholeMs, before, after } = await migrateWithoutKill(version);
    const found = { asBefore: 0, asAfter: 0 };
    for (let left = kills; left > 0; left -= 1) {
      const library = await unpackRelease(version);
      try {
        // The first part of a run loads the program.
        await migrate(library, wholeMs * (0.3 + 0.7 * Math.random()));
        const state = await stateOf(library);
        expect([before, after]).toContainEqual(state);
        found[state === before ? 'asBefore' : 'asAfter'] += 1;
        expect(await migrate(library)).toBe(0);
        expect(await stateOf(library)).toBe(after);
      } finally {
        await library.remove();
      }
    }
    console.info('killed migrations', { version, wholeMs: Math.round(wholeMs), ...found });
  },
);

/** Also opens the migrated library, so that a wrong state does not count as the right one. */
async function migrateWithoutKill(version: string) {
  const library = await unpackRelease(version);
  try {
    const before = await stateOf(library);
    const begun = performance.now();
    expect(await migrate(library)).toBe(0);
    const wholeMs = performance.now() - begun;
    const after = await stateOf(library);
    const server = await startServer({ dataDir: library.dataDir, env: library.database.env });
    try {
      const { status } = await createClient(server.url).call(api.login, {
        json: library.facts.accounts.admin,
      });
      expect(status).toBe(200);
    } finally {
      await server.kill();
    }
    return { wholeMs, before, after };
  } finally {
    await library.remove();
  }
}

/** Returns the exit code. With `killAfterMs`, the run is killed after this time. */
async function migrate({ dataDir, database }: ReleaseLibrary, killAfterMs?: number): Promise<number | null> {
  const run = startCellar(['migrate'], { cwd: dataDir, env: { DATA_DIR: dataDir, ...database.env } });
  if (killAfterMs !== undefined) {
    await Promise.race([sleep(killAfterMs), run.ended]);
    run.kill('SIGKILL');
  }
  return (await run.ended).code;
}

/** The applied migrations, and the number of rows of every table. */
async function stateOf({ dataDir, database }: ReleaseLibrary): Promise<string> {
  const { db, close } = openDatabase(readConfig({ DATA_DIR: dataDir, ...database.env }).database);
  try {
    const tables = (await db.introspection.getTables()).map(({ name }) => name).toSorted();
    const counts: Record<string, number> = {};
    for (const table of tables) counts[table] = await countOf(db, table);
    return JSON.stringify({ applied: await listAppliedMigrations(db), counts });
  } finally {
    await close();
  }
}

async function countOf(db: Db, table: string): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`;
  return Number((await query.execute(db)).rows[0]?.count);
}
