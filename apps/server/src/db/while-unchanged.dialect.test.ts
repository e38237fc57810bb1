import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#start/config.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { whileUnchanged } from './while-unchanged.ts';

let folder: string;
let place: TestDatabase;
let ours: Database;
let others: Database;
let reads: number;
let readSetting: (key: string) => Promise<string | undefined>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellar-unchanged-'));
  place = await createTestDatabase();
  const open = () => openDatabase(readConfig({ DATA_DIR: folder, ...place.env }).database);
  [ours, others] = [open(), open()];
  await migrate(ours.db, ours.dialect);
});
beforeEach(() => {
  reads = 0;
  readSetting = whileUnchanged(
    ours.stamp,
    async (key) => {
      reads += 1;
      const query = ours.db.selectFrom('settings').select('value').where('key', '=', key);
      return (await query.executeTakeFirst())?.value;
    },
    10,
  );
});
afterAll(async () => {
  await Promise.all([ours.close(), others.close()]);
  await place.drop();
  await rm(folder, { recursive: true });
});

function write({ db }: Pick<Database, 'db'>, key: string, value: string) {
  return db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

describe('whileUnchanged', () => {
  it('reads once on SQLite, and every time on PostgreSQL', async () => {
    await write(ours, 'a', '1');
    for (let round = 0; round < 3; round += 1) expect(await readSetting('a')).toBe('1');
    expect(reads).toBe(ours.dialect === 'sqlite' ? 1 : 3);
  });

  it('notices writes of this process, of a transaction, and of another process immediately', async () => {
    await write(ours, 'b', '1');
    expect(await readSetting('b')).toBe('1');
    await write(ours, 'b', '2');
    expect(await readSetting('b')).toBe('2');
    await ours.db.transaction().execute(async (db) => void (await write({ db }, 'b', '3')));
    expect(await readSetting('b')).toBe('3');
    await write(others, 'b', '4');
    expect(await readSetting('b')).toBe('4');
    await others.db.deleteFrom('settings').where('key', '=', 'b').execute();
    expect(await readSetting('b')).toBeUndefined();
  });

  it('does not cache what a transaction rolled back', async () => {
    await write(ours, 'c', 'before');
    const undone = ours.db.transaction().execute(async (db) => {
      await write({ db }, 'c', 'undone');
      throw new Error('taken back');
    });
    const concurrentRead = readSetting('c');
    await expect(undone).rejects.toThrow('taken back');
    expect(await concurrentRead).toBe('before');
    expect(await readSetting('c')).toBe('before');
  });
});
