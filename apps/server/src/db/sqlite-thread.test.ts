import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellar-test-'));
  database = openDatabase({ dialect: 'sqlite', path: join(folder, 'cellar.db') });
  await sql`create table kept (name text)`.execute(database.db);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const countTo = (last: number) => sql<{ count: number }>`with recursive numbers(n) as
  (select 1 union all select n + 1 from numbers where n < ${last}) select count(*) as count from numbers`;

it('a query on the reading thread does not block the event loop', async () => {
  let isOver = false;
  const counting = countTo(300_000)
    .execute(database.longReads)
    .finally(() => {
      isOver = true;
    });
  let turns = 0;
  for (; !isOver; turns += 1) await setImmediate();
  expect((await counting).rows).toEqual([{ count: 300_000 }]);
  expect(turns).toBeGreaterThan(100);
});

it('a query on the reading thread sees earlier commits', async () => {
  for (const name of ['one', 'two']) {
    await sql`insert into kept values (${name})`.execute(database.db);
    const { rows } = await sql<{ name: string }>`select name from kept order by name desc limit 1`.execute(
      database.longReads,
    );
    expect(rows).toEqual([{ name }]);
  }
});

it('the reading thread reports the error code of the database, refuses writes, and keeps running', async () => {
  await expect(sql`select * from absent`.execute(database.longReads)).rejects.toMatchObject({
    code: 'SQLITE_ERROR',
    message: 'no such table: absent',
  });
  await expect(sql`insert into kept values ('three')`.execute(database.longReads)).rejects.toThrow();
  expect((await sql`select 1 as one`.execute(database.longReads)).rows).toEqual([{ one: 1 }]);
});

it('the reading thread rejects waiting queries when the database is closed', async () => {
  const other = openDatabase({ dialect: 'sqlite', path: join(folder, 'cellar.db') });
  // Longer than this thread may be held up before it closes the database.
  const counting = countTo(10_000_000).execute(other.longReads);
  const waiting = countTo(1).execute(other.longReads);
  waiting.catch(() => undefined);
  await setImmediate();
  await other.close();
  await expect(waiting).rejects.toThrow('the reading thread ended');
  await counting.catch(() => undefined);
});

const names = async () => {
  const { rows } = await sql<{ name: string }>`select name from kept order by name`.execute(database.db);
  return rows.map(({ name }) => name);
};

it('a transaction on the writing thread does not block reads, and lets other writes wait', async () => {
  await sql`delete from kept`.execute(database.db);
  let isOver = false;
  const writing = database.longWrites.transaction().execute(async (trx) => {
    await sql`insert into kept values ('long')`.execute(trx);
    expect(await names()).toEqual([]);
    // Only now, because this one takes the lock first otherwise.
    void sql`insert into kept values ('other')`.execute(database.db).then(() => {
      expect(isOver).toBe(true);
    });
    await countTo(300_000).execute(trx);
    await setTimeout(100);
    // The write that waits does not keep the connection.
    expect(await names()).toEqual([]);
    isOver = true;
  });
  let turns = 0;
  for (; !isOver; turns += 1) await setImmediate();
  await writing;
  expect(turns).toBeGreaterThan(100);
  await expect.poll(names).toEqual(['long', 'other']);
});

it('an unflushed transaction that waits for the writing thread leaves the commits of others flushed', async () => {
  await sql`delete from kept`.execute(database.db);
  const synchronous = () => sql<{ synchronous: number }>`pragma synchronous`.execute(database.db);
  let unflushed: Promise<unknown> | undefined;
  await database.longWrites.transaction().execute(async (trx) => {
    await sql`insert into kept values ('long')`.execute(trx);
    unflushed = database.unflushed((inner) => sql`insert into kept values ('short')`.execute(inner));
    await setTimeout(100);
    expect((await synchronous()).rows).toEqual([{ synchronous: 2 }]);
  });
  await unflushed;
  expect((await synchronous()).rows).toEqual([{ synchronous: 2 }]);
  expect(await names()).toEqual(['long', 'short']);
});

it('a transaction on the writing thread that fails changes nothing, and the next one can run', async () => {
  await sql`delete from kept`.execute(database.db);
  const failing = database.longWrites.transaction().execute(async (trx) => {
    await sql`insert into kept values ('half')`.execute(trx);
    await sql`insert into absent values (1)`.execute(trx);
  });
  await expect(failing).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
  expect(await names()).toEqual([]);
  const { numUpdatedRows } = await database.longWrites.transaction().execute(async (trx) => {
    await sql`insert into kept values ('whole')`.execute(trx);
    const result = await sql`update kept set name = 'changed'`.execute(trx);
    return { numUpdatedRows: result.numAffectedRows };
  });
  expect(numUpdatedRows).toBe(1n);
  expect(await names()).toEqual(['changed']);
});
