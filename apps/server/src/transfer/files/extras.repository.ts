// Updates and extras in the database.

import type { Insertable, Selectable } from 'kysely';
import { hasRow } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { GameExtrasTable } from '../tables.ts';
import { selectWithItem, type stateOf } from './select-with-item.ts';

export type ExtraRow = Selectable<GameExtrasTable>;

/** No two extras of a game have the same identity. */
export type ExtraIdentity = Pick<ExtraRow, 'gameId' | 'kind' | 'name' | 'version' | 'platform'>;

/** @throws a unique violation if the game has this extra */
export async function insertExtra(trx: Trx, extra: Insertable<GameExtrasTable>): Promise<void> {
  await trx.insertInto('gameExtras').values(extra).execute();
}

export type ExtraWithItem = ExtraRow & Parameters<typeof stateOf>[0];

/** Returns all extras of a game, or the one with this id. */
export async function listExtras(db: Db, gameId: string, id?: string): Promise<ExtraWithItem[]> {
  const rows = await selectWithItem(db, 'gameExtras')
    .where('gameId', '=', gameId)
    .$if(id !== undefined, (query) => query.where('file.id', '=', id ?? ''))
    .execute();
  return rows as unknown as ExtraWithItem[];
}

/** Returns all extras of at most a few hundred games. */
export async function listExtrasOfGames(db: Db, gameIds: readonly string[]): Promise<ExtraWithItem[]> {
  const rows = await selectWithItem(db, 'gameExtras').where('gameId', 'in', gameIds).execute();
  return rows as unknown as ExtraWithItem[];
}

export function findExtra(db: Db, gameId: string, id: string): Promise<ExtraRow | undefined> {
  return db
    .selectFrom('gameExtras')
    .selectAll()
    .where('id', '=', id)
    .where('gameId', '=', gameId)
    .executeTakeFirst();
}

export async function hasExtra(db: Db, { gameId, kind, name, version, platform }: ExtraIdentity) {
  return hasRow(
    db
      .selectFrom('gameExtras')
      .select('id')
      .where('gameId', '=', gameId)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .where('version', '=', version)
      .where('platform', 'is not distinct from', platform),
  );
}

/** Returns the changed row, or undefined if there is none. @throws a unique violation if the game has another such extra */
export function updateExtra(
  trx: Trx,
  gameId: string,
  id: string,
  changes: Partial<ExtraRow>,
): Promise<ExtraRow | undefined> {
  return trx
    .updateTable('gameExtras')
    .set(changes)
    .where('id', '=', id)
    .where('gameId', '=', gameId)
    .returningAll()
    .executeTakeFirst();
}

/** Returns the deleted row. Of two simultaneous deletions only one returns it. */
export function deleteExtra(trx: Trx, gameId: string, id: string): Promise<ExtraRow | undefined> {
  return trx
    .deleteFrom('gameExtras')
    .where('id', '=', id)
    .where('gameId', '=', gameId)
    .returningAll()
    .executeTakeFirst();
}

export async function findGameTitle(db: Db, gameId: string): Promise<string | undefined> {
  const row = await db.selectFrom('games').select('title').where('id', '=', gameId).executeTakeFirst();
  return row?.title;
}
