import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { mayIdle } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import { requireProgram, startProgram } from './postgres-programs.ts';
import type { Snapshot } from './snapshot.ts';

/** The transaction that reads the names of the files and pg_dump see the same moment. */
export async function withPostgresSnapshot<Result>(
  url: string,
  db: Db,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  await requireProgram('pg_dump', db);
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute(async (trx) => {
    await mayIdle(trx);
    const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx);
    return work({ db: trx, dump: (signal) => dumpOf(url, String(rows[0]?.id), signal) });
  });
}

function dumpOf(url: string, snapshot: string, signal?: AbortSignal): Readable {
  const args = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`];
  const { child, ended } = startProgram('pg_dump', url, args, signal);
  child.stdin.end();
  return untilEnded(child.stdout, ended);
}

/** Ends the stream only after the program has succeeded, so that an incomplete archive is never taken for a whole one. */
function untilEnded(output: Readable, ended: Promise<void>): Readable {
  ended.catch(() => undefined);
  async function* pieces() {
    yield* output;
    await ended;
  }
  return Readable.from(pieces(), { objectMode: false });
}
