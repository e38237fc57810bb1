// The list of items: filtered pages with the problems of found items, counts, and changes of many items.

import type { ItemProblem, ItemSelection, ItemState } from '@cellar/contract/folders/folders.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import {
  type ExpressionBuilder,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Updateable,
} from 'kysely';
import { contains, unindexed } from '#db/conditions.ts';
import { countChanged } from '#db/rows.ts';
import type { Db, Schema, Trx } from '#db/schema.ts';
import type { LibraryItemsTable } from '../tables.ts';

export type ItemFilter = Extract<ItemSelection, { filter: unknown }>['filter'];
export type ItemRow = Selectable<LibraryItemsTable>;

/**
 * Items changed after `changingSince` may still be written to. Times after `changingUntil` are wrong and say nothing. Both in
 * milliseconds since 1970.
 */
export interface Moment {
  changingSince: number;
  changingUntil: number;
}

type Items = ExpressionBuilder<Schema, 'libraryItems'>;

/**
 * Why a found item can't be added; null if nothing prevents it. Each part is a lookup in an index. It is computed when it is
 * needed, because uploads, edited titles and other items change it.
 */
function hindranceOf(eb: Items, { changingSince, changingUntil }: Moment) {
  return (
    eb
      .case()
      .when('libraryItems.defect', 'is not', null)
      .then(eb.ref('libraryItems.defect').$castTo<ItemProblem | null>())
      .when('libraryItems.size', '=', 0)
      .then(sql.lit<ItemProblem>('empty'))
      // The keys are empty as well, and part of the index by title.
      .when('libraryItems.titleKey', '=', '')
      .then(sql.lit<ItemProblem>('no_title'))
      .when('libraryItems.platformKey', '=', '')
      .then(sql.lit<ItemProblem>('no_platform'))
      .when(isPlatformTaken(eb))
      .then(sql.lit<ItemProblem>('platform_taken'))
      .when(hasSameAsOther(eb))
      .then(sql.lit<ItemProblem>('same_as_other'))
      .when(
        eb.and([
          eb('libraryItems.modifiedAt', '>', changingSince),
          eb('libraryItems.modifiedAt', '<', changingUntil),
        ]),
      )
      .then(sql.lit<ItemProblem>('still_changing'))
      .end()
  );
}

function isPlatformTaken({ exists, selectFrom }: Items) {
  return exists(
    selectFrom('games')
      .innerJoin('gameFiles', 'gameFiles.gameId', 'games.id')
      .select('gameFiles.id')
      .whereRef('games.titleKey', '=', 'libraryItems.titleKey')
      .whereRef('gameFiles.platform', '=', 'libraryItems.platformKey'),
  );
}

function hasSameAsOther({ exists, selectFrom }: Items) {
  return exists(
    selectFrom('libraryItems as other')
      .select('other.id')
      .where('other.state', 'in', ['found', 'adding'])
      .whereRef('other.titleKey', '=', 'libraryItems.titleKey')
      .whereRef('other.platformKey', '=', 'libraryItems.platformKey')
      .whereRef('other.id', '!=', 'libraryItems.id')
      .where('other.extraKind', 'is', null)
      .where('other.missingSince', 'is', null),
  );
}

/** The problem of an item that is on the disk: what prevents adding it, or else why adding it failed before. */
function problemOf(eb: Items, moment: Moment) {
  return eb
    .case()
    .when('libraryItems.missingSince', 'is not', null)
    .then(null)
    .when('libraryItems.state', '!=', 'found')
    .then(null)
    .else(eb.fn.coalesce(hindranceOf(eb, moment), 'libraryItems.problem'))
    .end();
}

type Query<O> = SelectQueryBuilder<Schema, 'libraryItems', O>;

/** All of the filter except for `show`. Extras are not reviewed, but the list of removed items also has those that were removed. */
function filtered<O>(query: Query<O>, { folder, state, search, platform }: ItemFilter): Query<O> {
  let result = query.where('libraryItems.state', '=', state);
  if (state !== 'removed') result = result.where('libraryItems.extraKind', 'is', null);
  // The index by title also gives the order.
  if (folder) result = result.where(unindexed<string>('libraryItems.folderId'), '=', folder);
  if (platform) result = result.where((eb) => isForPlatform(eb, platform));
  return search ? result.where((eb) => isNamed(eb, search)) : result;
}

/** `Windows` includes `Windows v1.2`. */
function isForPlatform(eb: Items, platform: string) {
  const version = `${platform} v`;
  return eb.or([
    eb('libraryItems.platformKey', '=', platform),
    eb(sql`substr(${eb.ref('libraryItems.platformKey')}, 1, ${sql.lit(version.length)})`, '=', version),
  ]);
}

function isNamed(eb: Items, search: string) {
  return eb.or([
    contains(eb.ref('libraryItems.titleKey'), titleKey(search)),
    contains(eb.fn<string>('lower', ['libraryItems.path']), search.toLowerCase()),
  ]);
}

function shown<O>(query: Query<O>, show: ItemFilter['show'], moment: Moment): Query<O> {
  if (show === '') return query;
  if (show === 'missing') return query.where('libraryItems.missingSince', 'is not', null);
  const present = query.where('libraryItems.missingSince', 'is', null);
  return present.where((eb) => eb(problemOf(eb, moment), show === 'ready' ? 'is' : 'is not', null));
}

export interface ItemCounts {
  ready: number;
  problem: number;
  missing: number;
}

export async function countItems(db: Db, filter: ItemFilter, moment: Moment): Promise<ItemCounts> {
  const { total, missing, problem } = await filtered(db.selectFrom('libraryItems'), filter)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.count<number>('libraryItems.missingSince').as('missing'),
      eb.fn.count<number>(problemOf(eb, moment)).as('problem'),
    ])
    .executeTakeFirstOrThrow();
  const ready = Number(total) - Number(missing) - Number(problem);
  return { ready, problem: Number(problem), missing: Number(missing) };
}

export type ListedItem = ItemRow & { addedTo: string | null; sameTitle: string | null };

/** Sorted by title. Reads the ids first, then only the rows of the page. */
export async function listItems(
  db: Db,
  filter: ItemFilter,
  { moment, limit, offset }: { moment: Moment; limit: number; offset: number },
): Promise<ListedItem[]> {
  const wanted = await shown(filtered(db.selectFrom('libraryItems'), filter), filter.show, moment)
    .select('libraryItems.id')
    .orderBy('libraryItems.titleKey')
    .orderBy('libraryItems.platformKey')
    .orderBy('libraryItems.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = wanted.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('libraryItems')
    .leftJoin('gameFiles', 'gameFiles.libraryItemId', 'libraryItems.id')
    .leftJoin('games', 'games.titleKey', 'libraryItems.titleKey')
    .selectAll('libraryItems')
    .select(['gameFiles.gameId as addedTo', 'games.id as sameTitle'])
    .select((eb) => problemOf(eb as unknown as Items, moment).as('problem'))
    .where('libraryItems.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the ids of the items that a filter shows. */
export async function listShownIds(db: Db, filter: ItemFilter, moment: Moment): Promise<string[]> {
  const query = shown(filtered(db.selectFrom('libraryItems'), filter), filter.show, moment);
  const rows = await query.select('libraryItems.id').orderBy('libraryItems.titleKey').execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns the ids of the items found in a folder since a time whose title and platform are certain, and that no admin has put back
 * into the review list.
 */
export async function listCertainIds(db: Db, folderId: string, foundSince: string): Promise<string[]> {
  const rows = await db
    .selectFrom('libraryItems')
    .select('id')
    .where('state', '=', 'found')
    .where(unindexed<string>('folderId'), '=', folderId)
    .where('isCertain', '=', 1)
    .where('isReturned', '=', 0)
    .where('foundAt', '>', foundSince)
    .where('missingSince', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

export type ItemChanges = Updateable<LibraryItemsTable>;

/** Changes those of the items that are in one of the states. Returns their number. */
export async function changeItems(
  trx: Trx,
  ids: string[],
  states: ItemState[],
  changes: ItemChanges,
): Promise<number> {
  if (ids.length === 0) return 0;
  return countChanged(
    trx
      .updateTable('libraryItems')
      .set(changes)
      .where('id', 'in', ids)
      .where(unindexed<ItemState>('state'), 'in', states),
  );
}

/** Returns the ids of those of the items that have no platform. */
export async function listWithoutPlatform(trx: Trx, ids: string[]): Promise<string[]> {
  const query = trx.selectFrom('libraryItems').select('id').where('id', 'in', ids);
  const rows = await query.where(unindexed<string>('platformKey'), '=', '').execute();
  return rows.map(({ id }) => id);
}

/** Marks those of the items that can be added. Returns their number. */
export async function markForAdding(trx: Trx, ids: string[], moment: Moment): Promise<number> {
  const ready = await trx
    .selectFrom('libraryItems')
    .select('id')
    .where('id', 'in', ids)
    .where(unindexed<ItemState>('state'), '=', 'found')
    .where('missingSince', 'is', null)
    .where((eb) => eb(hindranceOf(eb, moment), 'is', null))
    .execute();
  if (ready.length === 0) return 0;
  const readyIds = ready.map(({ id }) => id);
  return changeItems(trx, readyIds, ['found'], { state: 'adding', problem: null });
}
