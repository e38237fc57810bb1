// Extras that scans have found, and the games that they belong to.

import type { ItemState } from '@cellar/contract/folders/folders.ts';
import { isStoredPlatform } from '@cellar/contract/games/rules/platforms.ts';
import type { ExtraKind } from '@cellar/contract/transfer/rules/extras.ts';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { unindexed } from '#db/conditions.ts';
import { countChanged } from '#db/rows.ts';
import type { Db, Schema, Trx } from '#db/schema.ts';
import type { Moment } from './items.repository.ts';

export interface Owner {
  gameId: string;
  /** Of the only item at exactly the path. Null if several items have it above them. */
  platform: string | null;
}

interface Wanted extends Moment {
  folderId: string;
}

type Items = ExpressionBuilder<Schema, 'libraryItems'>;
type ItemsAs = ExpressionBuilder<Schema & { item: Schema['libraryItems'] }, 'item'>;

/** Extras that can be added, so not empty ones. Those that could not be are tried again when their files have changed. */
function isReady({ and, or, eb }: Items, { folderId, changingSince, changingUntil }: Wanted) {
  return and([
    eb('libraryItems.folderId', '=', folderId),
    eb('extraKind', 'is not', null),
    // The index by owner finds few items.
    eb(unindexed<ItemState>('state'), '=', 'found'),
    eb('missingSince', 'is', null),
    eb('problem', 'is', null),
    eb('defect', 'is', null),
    eb('libraryItems.size', '>', 0),
    or([eb('modifiedAt', '<=', changingSince), eb('modifiedAt', '>=', changingUntil)]),
  ]);
}

/**
 * Returns the paths to which extras of a folder belong, out of `ownerPaths` if given, and that have an added item at or below them.
 * So a scan looks up no owner for the many extras of games that are not in the library.
 */
export async function listOwnerPaths(
  longReads: Db,
  { ownerPaths, ...wanted }: Wanted & { ownerPaths: string[] | undefined },
): Promise<string[]> {
  const rows = await longReads
    .selectFrom('libraryItems')
    .select('ownerPath')
    .distinct()
    .where((eb) => isReady(eb, wanted))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('libraryItems as item')
          .select('item.id')
          .where('item.folderId', '=', wanted.folderId)
          .where('item.extraKind', 'is', null)
          .where('item.state', '=', 'added')
          .where((eb) => isAtOrBelow(eb, sql.ref<string>('libraryItems.ownerPath'))),
      ),
    )
    .where('ownerPath', '!=', '')
    .$if(ownerPaths !== undefined, (query) => query.where('ownerPath', 'in', ownerPaths ?? []))
    .execute();
  return rows.flatMap(({ ownerPath }) => ownerPath ?? []);
}

/** Returns the only game that has the items at or below a path. Items that wait for review count if they have another title. */
export async function findOwner(db: Db, folderId: string, path: string): Promise<Owner | undefined> {
  const rows = await db
    .selectFrom('libraryItems as item')
    .leftJoin('gameFiles', (join) =>
      join.on(({ or, eb, ref }) =>
        or([
          eb('gameFiles.libraryItemId', '=', ref('item.id')),
          eb('gameFiles.storageKey', '=', ref('item.storageKey')),
        ]),
      ),
    )
    .select(['item.titleKey', 'item.path', 'gameFiles.gameId', 'gameFiles.platform'])
    .where('item.folderId', '=', folderId)
    .where('item.extraKind', 'is', null)
    .where('item.state', 'in', ['found', 'adding', 'added'])
    .where((eb) => isAtOrBelow(eb, sql.val(path)))
    .limit(1000)
    .execute();
  const games = new Set(rows.flatMap(({ gameId }) => gameId ?? []));
  const titles = new Set(rows.flatMap(({ gameId, titleKey }) => (gameId ? titleKey : [])));
  const [gameId] = games;
  const isOnly = games.size === 1 && rows.every((row) => row.gameId !== null || titles.has(row.titleKey));
  if (!isOnly || gameId === undefined) return undefined;
  return { gameId, platform: rows.find((row) => row.path === path)?.platform ?? null };
}

/** The order of the index makes this a lookup: `0` is the character after `/`. */
function isAtOrBelow({ or, and, eb }: ItemsAs, path: RawBuilder<string>) {
  return or([
    eb('item.path', '=', path),
    and([
      eb('item.path', '>', sql<string>`(${path} || '/')`),
      eb('item.path', '<', sql<string>`(${path} || '0')`),
    ]),
  ]);
}

/** What is installed belongs to a platform; what is read or listened to does not. */
const kindsOfPlatform: readonly ExtraKind[] = ['update', 'dlc', 'language'];

/** Marks the extras of one path. Returns their number. */
export function markOf(
  db: Db,
  { ownerPath, ...wanted }: Wanted & { ownerPath: string },
  { gameId, platform }: Owner,
): Promise<number> {
  return countChanged(
    db
      .updateTable('libraryItems')
      .set((eb) => {
        const own = eb.case().when('extraKind', 'in', kindsOfPlatform).then(platform);
        return {
          state: 'adding',
          ownerGameId: gameId,
          platform: own.else(null).end(),
          platformKey: eb
            .case()
            .when('extraKind', 'in', kindsOfPlatform)
            .then(platform ?? '')
            .else('')
            .end(),
        };
      })
      .where((eb) => isReady(eb as unknown as Items, wanted))
      .where('ownerPath', '=', ownerPath),
  );
}

export async function findTitle(trx: Trx, gameId: string): Promise<string | undefined> {
  const row = await trx.selectFrom('games').select('title').where('id', '=', gameId).executeTakeFirst();
  return row?.title;
}

/** Returns whether files can be added for a platform. */
export async function isPlatform(db: Db, name: string): Promise<boolean> {
  if (isStoredPlatform(name)) return true;
  const query = db.selectFrom('ownPlatforms').select('id').where('name', '=', name);
  return (await query.executeTakeFirst()) !== undefined;
}
