// The running nodes of a library on PostgreSQL. Each has a row that it renews, so that a node that starts with the wrong secret key
// or the wrong storage is noticed. On SQLite all processes share the machine and usually the data folder, and nothing is recorded.
import type { FastifyBaseLogger } from 'fastify';
import type { Unflushed } from '#db/database.ts';
import type { Db, NodesTable } from '#db/schema.ts';
import { type Clock, isoAt } from './clock.ts';
import { minuteMs } from './durations.ts';
import type { SecretBox } from './secret-box.ts';
import { newId } from './tokens.ts';

export class SecretKeyDiffersError extends Error {}

interface Deps {
  db: Db;
  unflushed: Unflushed;
  clock: Clock;
  log: FastifyBaseLogger;
  box: SecretBox;
  isShared: boolean;
}

/** A node that was killed counts as running for this time. */
const seenMs = minuteMs;

export function createNodes(deps: Deps) {
  const { db, clock, log, isShared } = deps;
  const node = { id: newId(), startedAt: isoAt(clock) };
  let renewal: NodeJS.Timeout | undefined;

  return {
    /** Records that this node runs. @throws SecretKeyDiffersError if an earlier node runs with another key */
    async join(): Promise<void> {
      if (!isShared) return;
      await record(deps, node);
      if (await hasOtherKey(deps, node)) {
        await remove(db, node.id);
        throw new SecretKeyDiffersError(
          'SECRET_KEY is wrong: another node of this library runs with a different key. Set the same SECRET_KEY on all nodes, or ' +
            'stop the others first (a node that was killed counts as running for a minute).',
        );
      }
      renewal = setInterval(() => {
        renew(deps, node).catch((error) => log.warn({ err: error }, 'could not record that this node runs'));
      }, seenMs / 3);
      renewal.unref();
    },

    /** Records that this node has stopped. */
    async leave(): Promise<void> {
      if (!renewal) return;
      clearInterval(renewal);
      await remove(db, node.id);
    },
  };
}

type Node = Pick<NodesTable, 'id' | 'startedAt'>;

/** Returns whether a node of this library runs, on any machine. */
export async function hasRunningNode(db: Db, now: string): Promise<boolean> {
  const row = await db.selectFrom('nodes').select('id').where('seenUntil', '>', now).executeTakeFirst();
  return row !== undefined;
}

async function renew(deps: Deps, node: Node): Promise<void> {
  await record(deps, node);
  // Both nodes started without a key, and each has created its own.
  if (await hasOtherKey(deps, node)) {
    deps.log.error(
      'another node of this library runs with a different secret key: set the same SECRET_KEY on all nodes',
    );
  }
}

/** Also removes the rows of dead nodes. */
async function record({ unflushed, clock, box }: Deps, node: Node): Promise<void> {
  const row = { ...node, secretCheck: (await box.fingerprint()) ?? null, seenUntil: isoAt(clock, seenMs) };
  await unflushed(async (trx) => {
    await trx.deleteFrom('nodes').where('seenUntil', '<', isoAt(clock)).execute();
    const { secretCheck, seenUntil } = row;
    await trx
      .insertInto('nodes')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ secretCheck, seenUntil }))
      .execute();
  });
}

/** Considers only nodes that have started earlier, so that of two nodes that start at the same time one remains. */
async function hasOtherKey({ db, clock, box }: Deps, { id, startedAt }: Node): Promise<boolean> {
  const own = await box.fingerprint();
  if (own === undefined) return false;
  const rows = await db
    .selectFrom('nodes')
    .select(['id', 'startedAt'])
    .where('seenUntil', '>', isoAt(clock))
    .where('secretCheck', '!=', own)
    .execute();
  return rows.some((other) => other.startedAt + other.id < startedAt + id);
}

async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('nodes').where('id', '=', id).execute();
}
