import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/tokens.ts';
import { readConfig } from '#start/config.ts';
import { onPostgres, untilWaiting } from '#test/lock-order.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import {
  type Database,
  isDatabaseUnavailable,
  isForeignKeyViolation,
  isUniqueViolation,
  openDatabase,
} from './database.ts';
import { migrate, NewerLibraryError } from './migrate.ts';
import type { Db, Trx } from './schema.ts';

let folder: string;
let place: TestDatabase;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellar-db-'));
  place = await createTestDatabase({ empty: true });
  database = open();
});
afterAll(async () => {
  await database.close();
  await place.drop();
  await rm(folder, { recursive: true });
});

function open(): Database {
  return openDatabase(readConfig({ DATA_DIR: folder, ...place.env }).database);
}

function game(changes: object = {}) {
  const id = newId();
  return {
    id,
    title: id,
    titleKey: id,
    titleFold: id,
    description: '',
    boxArt: null,
    releaseDate: null,
    developer: null,
    publisher: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('migrate', () => {
  it('refuses a library that a newer version has used', async () => {
    const newer = await createTestDatabase({ empty: true });
    const { db, dialect, close } = openDatabase(
      readConfig({ DATA_DIR: join(folder, 'newer'), ...newer.env }).database,
    );
    await migrate(db, dialect);
    const row = { name: '9999-from-the-future', timestamp: '2030-01-01T00:00:00.000Z' };
    await sql`insert into kysely_migration (name, timestamp) values (${row.name}, ${row.timestamp})`.execute(
      db,
    );
    const error = await errorOf(migrate(db, dialect));
    expect(error).toBeInstanceOf(NewerLibraryError);
    expect(String(error)).toContain(row.name);
    await close();
    await newer.drop();
  });

  it('creates the schema once', async () => {
    const applied = await migrate(database.db, database.dialect);
    expect(applied[0]).toBe('0001-library');
    expect(applied).toEqual(applied.toSorted());
    expect(await migrate(database.db, database.dialect)).toEqual([]);
    const other = open();
    expect(await migrate(other.db, other.dialect)).toEqual([]);
    await other.close();
  });

  it('rolls back an interrupted migration, and starts again', async () => {
    const other = await createTestDatabase({ empty: true });
    const DATA_DIR = join(folder, 'obstacle');
    const { db, dialect, close } = openDatabase(readConfig({ DATA_DIR, ...other.env }).database);
    // A table of a late migration exists already, so that migration fails.
    await sql`create table "artworkRemovals" ("name" text)`.execute(db);
    await expect(migrate(db, dialect)).rejects.toThrow('already exists');
    await sql`drop table "artworkRemovals"`.execute(db);
    expect((await migrate(db, dialect))[0]).toBe('0001-library');
    await close();
    await other.drop();
  });
});

describe('the database', () => {
  it('sorts text by its bytes', async () => {
    const folds = ['zebra', 'äpfel', 'Zebra', 'a b', 'a-b', '1', 'é', '忍者', '🎮'];
    await database.db
      .insertInto('games')
      .values(folds.map((titleFold) => game({ titleFold })))
      .execute();
    const rows = await database.db
      .selectFrom('games')
      .select('titleFold')
      .where('titleFold', 'in', folds)
      .orderBy('titleFold')
      .execute();
    const expected = folds.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(rows.map(({ titleFold }) => titleFold)).toEqual(expected);
  });

  it('returns sizes above 32 bits as numbers', async () => {
    const { id } = game();
    await database.db.insertInto('games').values(game({ id })).execute();
    const fileSize = 40 * 1024 ** 3 + 1;
    const file = {
      id: newId(),
      gameId: id,
      platform: 'Windows',
      extension: '.zip',
      fileSize,
      storageKey: newId(),
    };
    await database.db
      .insertInto('gameFiles')
      .values({ ...file, sha256: null, createdAt: '2026-01-01T00:00:00.000Z' })
      .execute();
    const row = await database.db
      .selectFrom('gameFiles')
      .select('fileSize')
      .where('id', '=', file.id)
      .executeTakeFirst();
    expect(row?.fileSize).toBe(fileSize);
  });

  it('finds nothing in an empty list, and everything outside it', async () => {
    await database.db.insertInto('games').values(game()).execute();
    const games = database.db.selectFrom('games').select('id');
    expect(await games.where('id', 'in', []).execute()).toEqual([]);
    expect((await games.where('id', 'not in', []).execute()).length).toBeGreaterThan(0);
    expect(await games.where((eb) => eb.not(eb('id', 'not in', []))).execute()).toEqual([]);
  });

  it('distinguishes violations of unique constraints and of foreign keys', async () => {
    const one = game();
    await database.db.insertInto('games').values(one).execute();
    const twice = await errorOf(database.db.insertInto('games').values(one).execute());
    const sameKey = await errorOf(
      database.db
        .insertInto('games')
        .values(game({ titleKey: one.titleKey }))
        .execute(),
    );
    const orphan = await errorOf(
      database.db.insertInto('gameGenres').values({ gameId: 'nothing', position: 0, genre: 'x' }).execute(),
    );
    expect([twice, sameKey, orphan].map(isUniqueViolation)).toEqual([true, true, false]);
    expect([twice, sameKey, orphan].map(isForeignKeyViolation)).toEqual([false, false, true]);
    expect([twice, sameKey, orphan].map(isDatabaseUnavailable)).toEqual([false, false, false]);
  });

  it('keeps committed transactions, and rolls back failed ones', async () => {
    const [kept, lost] = [game(), game()];
    await database.db.transaction().execute((trx) => trx.insertInto('games').values(kept).execute());
    const failed = database.db.transaction().execute(async (trx) => {
      await trx.insertInto('games').values(lost).execute();
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    const rows = await database.db
      .selectFrom('games')
      .select('id')
      .where('id', 'in', [kept.id, lost.id])
      .execute();
    expect(rows).toEqual([{ id: kept.id }]);
  });

  it.skipIf(!onPostgres)('repeats a transaction that was ended by a deadlock', async () => {
    const [one, two] = [game(), game()];
    const { db } = database;
    await db.insertInto('games').values([one, two]).execute();
    const change = (on: Db, { id }: { id: string }, description: string) =>
      on
        .updateTable('games')
        .set({ description: sql`description || ${description}` })
        .where('id', '=', id);
    const { crossing } = await db.transaction().execute(async (trx) => {
      await change(trx, one, 'a').execute();
      // Waits first, so PostgreSQL ends this one.
      const crossing = db.transaction().execute(async (other) => {
        await change(other, two, 'b').execute();
        await change(other, one, 'b').execute();
      });
      await untilWaiting(db, 1);
      await change(trx, two, 'a').execute();
      return { crossing };
    });
    await crossing;
    const both = () =>
      db.selectFrom('games').select('description').where('id', 'in', [one.id, two.id]).execute();
    expect((await both()).map(({ description }) => description)).toEqual(['ab', 'ab']);
  });

  it('flushes every commit, and enforces foreign keys', async () => {
    if (database.dialect === 'postgres') {
      const { rows } = await sql<{ collation: string }>`
        select collation_name as collation from information_schema.columns
        where table_name = 'games' and column_name = 'titleFold'`.execute(database.db);
      expect(rows).toEqual([{ collation: 'C' }]);
      return;
    }
    const pragma = async (name: string) => {
      const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database.db);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
  });

  it.skipIf(process.env.TEST_DATABASE_URL)(
    'waits for another writer without delaying other work',
    async () => {
      const other = new SQLite(join(folder, 'cellar.db'));
      other.exec('begin immediate');
      const written = database.db.transaction().execute(async (trx) => {
        await trx.selectFrom('games').select('id').execute();
        await trx.insertInto('games').values(game()).execute();
      });
      // If SQLite waited instead, this timer would fire too late.
      setTimeout(() => other.exec('commit'), 100);
      await written;
      other.close();
    },
  );

  it('recognizes an unreachable database', async () => {
    const nowhere = openDatabase({ dialect: 'postgres', url: 'postgres://u@127.0.0.1:1/d' });
    const error = await errorOf(nowhere.db.selectFrom('games').select('id').execute());
    expect(isDatabaseUnavailable(error)).toBe(true);
    await nowhere.close();
  });
});

describe('unflushed', () => {
  /** The setting that decides whether a commit waits for the disk. */
  async function flushing(on: Db): Promise<unknown> {
    const isSqlite = database.dialect === 'sqlite';
    const query = isSqlite ? sql`pragma synchronous` : sql`show synchronous_commit`;
    return (await query.execute(on)).rows[0];
  }
  const least = { sqlite: { synchronous: 1 }, postgres: { synchronous_commit: 'off' } };

  it('does not wait for the disk, while other transactions still do', async () => {
    const title = newId();
    const usual = await flushing(database.db);
    if (database.dialect === 'sqlite') expect(usual).toEqual({ synchronous: 2 });
    const work = async (trx: Trx) => {
      await trx.insertInto('games').values(game({ title })).execute();
      return flushing(trx);
    };
    const both = [database.unflushed(work), database.db.transaction().execute(flushing)];
    expect(await Promise.all(both)).toEqual([least[database.dialect], usual]);
    const other = open();
    expect(
      await other.db.selectFrom('games').select('title').where('title', '=', title).execute(),
    ).toHaveLength(1);
    await other.close();
  });

  it('rolls failed transactions back', async () => {
    const title = newId();
    const usual = await flushing(database.db);
    const failing = database.unflushed(async (trx) => {
      await trx.insertInto('games').values(game({ title })).execute();
      throw new Error('not today');
    });
    await expect(failing).rejects.toThrow('not today');
    expect(await database.db.selectFrom('games').select('id').where('title', '=', title).execute()).toEqual(
      [],
    );
    expect(await flushing(database.db)).toEqual(usual);
  });
});
