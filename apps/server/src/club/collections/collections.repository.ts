import { type CollectionGroup, nightMs } from '@cellar/contract/club/rules/collections.ts';
import { type Insertable, type Selectable, type SelectQueryBuilder, sql, type Updateable } from 'kysely';
import { lockRows } from '#db/database.ts';
import { countRows } from '#db/rows.ts';
import type { Db, Schema, Trx } from '#db/schema.ts';
import type { CollectionsTable } from '../tables.ts';

export type CollectionRow = Selectable<CollectionsTable>;

export interface Reader {
  id: string;
  /** ISO 8601. */
  now: string;
}

type Query<O> = SelectQueryBuilder<Schema, 'collections', O>;

const notOver = (now: string) => new Date(Date.parse(now) - nightMs).toISOString();

/** Those of a group that the reader may see. */
function inGroup<O>(query: Query<O>, group: CollectionGroup, { id, now }: Reader): Query<O> {
  if (group === 'nights' || group === 'past') {
    return query
      .where('startsAt', 'is not', null)
      .where('startsAt', group === 'nights' ? '>=' : '<', notOver(now))
      .where((eb) =>
        eb.or([eb('ownerId', 'is', null), eb('ownerId', '=', id), eb('sharedAt', 'is not', null)]),
      );
  }
  const undated = query.where('startsAt', 'is', null);
  if (group === 'club') return undated.where('ownerId', 'is', null);
  if (group === 'own') return undated.where('ownerId', '=', id);
  return undated.where('sharedAt', 'is not', null).where('ownerId', '!=', id);
}

export function countGroup(db: Db, group: CollectionGroup, reader: Reader): Promise<number> {
  return countRows(inGroup(db.selectFrom('collections'), group, reader));
}

/** Returns the ids of one page of a group. */
export async function listGroup(
  db: Db,
  group: CollectionGroup,
  reader: Reader,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const query = inGroup(db.selectFrom('collections'), group, reader).select('id');
  const sorted =
    group === 'nights'
      ? query.orderBy('startsAt').orderBy('id')
      : group === 'past'
        ? query.orderBy('startsAt', 'desc').orderBy('id', 'desc')
        : group === 'shared'
          ? query.orderBy('sharedAt', 'desc').orderBy('id', 'desc')
          : query.orderBy('nameFold');
  const rows = await sorted.limit(limit).offset(offset).execute();
  return rows.map(({ id }) => id);
}

export type ReadCollection = Awaited<ReturnType<typeof readCollections>>[number];

/** Returns these collections with what a reader sees of them, in no particular order. */
export async function readCollections(db: Db, ids: readonly string[], readerId: string) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('collections')
    .leftJoin('users', 'users.id', 'collections.ownerId')
    .leftJoin('nightAnswers', (join) =>
      join.onRef('nightAnswers.collectionId', '=', 'collections.id').on('nightAnswers.userId', '=', readerId),
    )
    .selectAll('collections')
    .select(['users.name as owner', 'nightAnswers.answer'])
    .select((eb) =>
      eb
        .selectFrom('nightAnswers as guests')
        .whereRef('guests.collectionId', '=', 'collections.id')
        .where('guests.answer', '=', 'coming')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('coming'),
    )
    .where('collections.id', 'in', ids)
    .execute();
}

/** Counts the games of these collections that members see. Without an entry: none. Up to 24,000 rows: call this with `longReads`. */
export async function countGames(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('collectionGames')
    .select('collectionId')
    .select((eb) => eb.fn.countAll<number>().as('games'))
    .where('collectionId', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('games')
            .select('games.id')
            .whereRef('games.id', '=', 'collectionGames.gameId')
            // A literal, because the condition of the partial index has no parameters.
            .where('games.isHidden', '=', sql.lit(1)),
        ),
      ),
    )
    .groupBy('collectionId')
    .execute();
  return new Map(rows.map(({ collectionId, games }) => [collectionId, Number(games)]));
}

export function findCollection(db: Db, id: string): Promise<CollectionRow | undefined> {
  return db.selectFrom('collections').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the collection until the transaction ends. */
export function lockCollection(trx: Trx, id: string): Promise<CollectionRow | undefined> {
  const query = trx.selectFrom('collections').selectAll().where('id', '=', id);
  return lockRows(trx, query).executeTakeFirst();
}

/** `ownerId`: null for the club. */
export function countOf(db: Db, ownerId: string | null): Promise<number> {
  return countRows(db.selectFrom('collections').where('ownerId', ownerId === null ? 'is' : '=', ownerId));
}

export async function insertCollection(trx: Trx, row: Insertable<CollectionsTable>): Promise<void> {
  await trx.insertInto('collections').values(row).execute();
}

export async function updateCollection(
  trx: Trx,
  id: string,
  changes: Updateable<CollectionsTable>,
): Promise<void> {
  await trx.updateTable('collections').set(changes).where('id', '=', id).execute();
}

export async function deleteCollection(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('collections').where('id', '=', id).execute();
}

/** The lists that a member may change. `gameId`: `hasGame` is null without it. */
export function listEditable(
  db: Db,
  { id, isAdmin }: { id: string; isAdmin: boolean },
  gameId: string | undefined,
) {
  return db
    .selectFrom('collections')
    .leftJoin('collectionGames', (join) =>
      join
        .onRef('collectionGames.collectionId', '=', 'collections.id')
        .on('collectionGames.gameId', '=', gameId ?? ''),
    )
    .select(['collections.id', 'name', 'ownerId', 'startsAt', 'collectionGames.gameId as hasGame'])
    .where('filter', 'is', null)
    .where((eb) => eb.or([eb('ownerId', '=', id), ...(isAdmin ? [eb('ownerId', 'is', null)] : [])]))
    .orderBy('nameFold')
    .orderBy('collections.id')
    .execute();
}
