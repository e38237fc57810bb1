import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { LogState } from './checkpoints.ts';
import { openDatabase } from './database.ts';

it('the write-ahead log is copied before the main thread would do it', async () => {
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
  await sql`create table kept (bytes blob)`.execute(db);
  for (let row = 0; row < 300; row += 1) {
    await sql`insert into kept values (randomblob(${20_000}))`.execute(db);
  }
  await vi.waitUntil(() => logState().checkpointed >= 1000, { timeout: 10_000 });
  expect(logState().log).toBeLessThan(4000);
});
