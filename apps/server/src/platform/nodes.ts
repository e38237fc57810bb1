// The running nodes of a library on PostgreSQL. Each has a row that it renews, so that a node that starts with the wrong secret key
// is noticed, and one on another machine that shares a disk with it. On SQLite all processes share the machine and usually the data
// folder, and nothing is recorded.

import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Selectable } from 'kysely';
import type { Unflushed } from '#db/database.ts';
import { hasRow } from '#db/rows.ts';
import type { Db, NodesTable } from '#db/schema.ts';
import { type Clock, isoAt, minuteMs } from './clock.ts';
import type { SecretBox } from './secret-box.ts';
import { newId } from './tokens.ts';

/** This node must not run beside an earlier one. */
export class NodeRefusedError extends Error {}

interface Deps {
  db: Db;
  unflushed: Unflushed;
  clock: Clock;
  log: FastifyBaseLogger;
  box: SecretBox;
  isShared: boolean;
  /** The storage is an object store, which any machine may use. */
  isObjectStore: boolean;
}

/** A node that was killed counts as running for this time. */
const seenMs = minuteMs;

export function createNodes(deps: Deps) {
  const { db, clock, log, isShared } = deps;
  const node = { id: newId(), startedAt: isoAt(clock), host: hostname() };
  let renewal: NodeJS.Timeout | undefined;

  return {
    /**
     * Records that this node runs.
     * @throws NodeRefusedError if an earlier node runs with another key, or on another machine while the storage is a disk: a
     * request that has stalled there could still write into a finished file
     */
    async join(): Promise<void> {
      if (!isShared) return;
      await record(deps, node);
      if (await hasOtherKey(deps, node)) {
        await remove(db, node.id);
        throw new NodeRefusedError(
          'SECRET_KEY is wrong: another node of this library runs with a different key. Set the same SECRET_KEY on all nodes, or ' +
            'stop the others first (a node that was killed counts as running for a minute).',
        );
      }
      if (!deps.isObjectStore && (await hasOtherHost(deps, node))) {
        await remove(db, node.id);
        throw new NodeRefusedError(
          'Another machine runs this library. Several machines need an object store: set STORAGE_URL on all of them, or stop the ' +
            'other one first (a node that was killed counts as running for a minute).',
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

type Node = Pick<Selectable<NodesTable>, 'id' | 'startedAt' | 'host'>;

/** Returns whether a node of this library runs, on any machine. */
export function hasRunningNode(db: Db, now: string): Promise<boolean> {
  return hasRow(db.selectFrom('nodes').select('id').where('seenUntil', '>', now));
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

async function hasOtherKey(deps: Deps, node: Node): Promise<boolean> {
  const own = await deps.box.fingerprint();
  const others = await listEarlier(deps, node);
  return own !== undefined && others.some(({ secretCheck }) => secretCheck !== null && secretCheck !== own);
}

async function hasOtherHost(deps: Deps, node: Node): Promise<boolean> {
  return (await listEarlier(deps, node)).some(({ host }) => host !== null && host !== node.host);
}

/** Of two nodes that start at the same time, each of which is wrong for the other, one remains. */
async function listEarlier({ db, clock }: Deps, { id, startedAt }: Node) {
  const rows = await db.selectFrom('nodes').selectAll().where('seenUntil', '>', isoAt(clock)).execute();
  return rows.filter((other) => other.startedAt + other.id < startedAt + id);
}

async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('nodes').where('id', '=', id).execute();
}
