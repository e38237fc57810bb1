import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { LogState } from './checkpoints.ts';
import { openDatabase } from './database.ts';

async function openWithObserver() {
  const folder = await mkdtemp(join(tmpdir(), 'cellar-test-'));
  const path = join(folder, 'cellar.db');
  const { db, close } = openDatabase({ dialect: 'sqlite', path });
  const observer = new SQLite(path);
  onTestFinished(async () => {
    observer.close();
    await close();
    await rm(folder, { recursive: true });
  });
  const logState = () => (observer.pragma('wal_checkpoint(noop)') as LogState[])[0] as LogState;
  return { db, logState };
}

it('the write-ahead log is copied before the main thread would do it', async () => {
  const { db, logState } = await openWithObserver();
  await sql`create table kept (bytes blob)`.execute(db);
  for (let row = 0; row < 300; row += 1) {
    await sql`insert into kept values (randomblob(${20_000}))`.execute(db);
  }
  await expect.poll(() => logState().checkpointed).toBeGreaterThanOrEqual(1000);
  expect(logState().log).toBeLessThan(4000);
});

it('a large transaction is copied soon afterwards, although nothing else is written', async () => {
  const { db, logState } = await openWithObserver();
  await sql`create table kept (bytes blob)`.execute(db);
  await db.transaction().execute(async (trx) => {
    for (let row = 0; row < 300; row += 1) {
      await sql`insert into kept values (randomblob(${100_000}))`.execute(trx);
    }
  });
  const atTheCommit = logState();
  expect(atTheCommit.log).toBeGreaterThan(7000);
  // The commit did not copy its own pages.
  expect(atTheCommit.checkpointed).toBeLessThan(1000);
  await expect.poll(() => logState().checkpointed === logState().log).toBe(true);
});
