// Who runs which job, and how it ended last. On PostgreSQL that is in rows, which all nodes share. On SQLite one process runs all jobs, so
// it keeps this in memory and writes only what it wants to know after a restart: hundreds of writes an hour would keep the disk awake.
import type { Selectable } from 'kysely';
import type { Database } from '#db/database.ts';
import type { JobsTable } from '#db/schema.ts';
import { type Clock, isoAt } from './clock.ts';
import { hourMs } from './durations.ts';
import { isUnleased, type Lease, released } from './lease.ts';

export type JobRow = Selectable<JobsTable>;

export interface JobRows {
  /** Returns false if another holder has the lease. */
  claim(name: string, lease: Lease): Promise<boolean>;
  /** Changes the row of the job that this holder runs. Returns false if the lease was lost. */
  update(holder: string, changes: Partial<JobRow>): Promise<boolean>;
  list(): Promise<JobRow[]>;
}

interface Deps {
  /** Leases need not survive a power cut, which also ends their holders. */
  database: Pick<Database, 'db' | 'unflushed' | 'dialect'>;
  clock: Clock;
}

const neverRun = { ...released, lastRunAt: null, lastSuccessAt: null, lastError: null };

export function createJobRows(deps: Deps): JobRows {
  return deps.database.dialect === 'sqlite' ? createOwnRows(deps) : createSharedRows(deps);
}

function createSharedRows({ database: { db, unflushed }, clock }: Deps): JobRows {
  return {
    claim(name, lease) {
      const now = isoAt(clock);
      return unflushed(async (trx) => {
        await trx
          .insertInto('jobs')
          .values({ name, ...neverRun })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .execute();
        const { numUpdatedRows } = await trx
          .updateTable('jobs')
          .set({ ...lease, lastRunAt: now })
          .where('name', '=', name)
          .where(isUnleased(now))
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      });
    },

    update: (holder, changes) =>
      unflushed(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('jobs')
          .set(changes)
          .where('holder', '=', holder)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),

    list: () => db.selectFrom('jobs').selectAll().execute(),
  };
}

/** A success is written if the last one that was written is older than this. */
const writtenMs = hourMs;

function createOwnRows({ database: { db, unflushed }, clock }: Deps): JobRows {
  const stored = () => db.selectFrom('jobs').selectAll().execute();
  const rows = new Map<string, JobRow>();

  async function write(row: JobRow): Promise<void> {
    const known = (await stored()).find(({ name }) => name === row.name);
    const recently = isoAt(clock, -writtenMs);
    const isKnown = known && known.lastError === row.lastError;
    if (isKnown && (row.lastError !== null || (known.lastSuccessAt ?? '') > recently)) return;
    const values = { ...row, ...released };
    await unflushed((trx) =>
      trx
        .insertInto('jobs')
        .values(values)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute(),
    );
  }

  return {
    async claim(name, lease) {
      const row = rows.get(name) ?? { name, ...neverRun };
      // What a killed process has left in the table counts no longer.
      if (row.holder !== null) return false;
      rows.set(name, { ...row, ...lease, lastRunAt: isoAt(clock) });
      return true;
    },

    async update(holder, changes) {
      const row = [...rows.values()].find((each) => each.holder === holder);
      if (!row) return false;
      const changed = { ...row, ...changes };
      rows.set(row.name, changed);
      if ('lastError' in changes) await write(changed);
      return true;
    },

    async list() {
      const own = [...rows.values()];
      const others = (await stored()).filter(({ name }) => !rows.has(name));
      return [...others, ...own];
    },
  };
}
