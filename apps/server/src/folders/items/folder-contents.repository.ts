// What the library has of a folder: platform files, games and items.
import { countChanged } from '#db/rows.ts';
import type { Db } from '#db/schema.ts';

export type ExtraOfFolder = Awaited<ReturnType<typeof listExtras>>[number];
export type FileOfFolder = Awaited<ReturnType<typeof listFiles>>[number];

/** Returns platform files whose bytes are in the folder. */
export function listFiles(db: Db, folderId: string, limit: number) {
  return db
    .selectFrom('libraryItems')
    .innerJoin('gameFiles', 'gameFiles.libraryItemId', 'libraryItems.id')
    .select(['gameFiles.id', 'gameFiles.gameId', 'gameFiles.platform'])
    .where('libraryItems.folderId', '=', folderId)
    .where('libraryItems.state', '=', 'added')
    .limit(limit)
    .execute();
}

/** Returns extras whose bytes are in the folder. */
export function listExtras(db: Db, folderId: string, limit: number) {
  return db
    .selectFrom('libraryItems')
    .innerJoin('gameExtras', 'gameExtras.libraryItemId', 'libraryItems.id')
    .select(['gameExtras.id', 'gameExtras.gameId'])
    .where('libraryItems.folderId', '=', folderId)
    .limit(limit)
    .execute();
}

export async function hasOtherFile(db: Db, gameId: string, fileId: string): Promise<boolean> {
  const query = db
    .selectFrom('gameFiles')
    .select('id')
    .where('gameId', '=', gameId)
    .where('id', '!=', fileId);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

export async function countContents(db: Db, folderId: string): Promise<{ files: number; games: number }> {
  const { files, games } = await db
    .selectFrom('libraryItems')
    .innerJoin('gameFiles as file', 'file.libraryItemId', 'libraryItems.id')
    .select((eb) => [
      eb.fn.countAll<number>().as('files'),
      eb.fn
        .count<number>('file.gameId')
        .distinct()
        .filterWhere(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('gameFiles as other')
                .leftJoin('libraryItems as item', 'item.id', 'other.libraryItemId')
                .select('other.id')
                .whereRef('other.gameId', '=', 'file.gameId')
                .where((other) =>
                  other.or([other('item.id', 'is', null), other('item.folderId', '!=', folderId)]),
                ),
            ),
          ),
        )
        .as('games'),
    ])
    .where('libraryItems.folderId', '=', folderId)
    .where('libraryItems.state', '=', 'added')
    .executeTakeFirstOrThrow();
  return { files: Number(files), games: Number(games) };
}

/** Cancels what is still to be added. */
export async function unmarkAll(db: Db, folderId: string): Promise<void> {
  await db
    .updateTable('libraryItems')
    .set({ state: 'found' })
    .where('folderId', '=', folderId)
    .where('state', '=', 'adding')
    .execute();
}

/** Returns the items whose files were listed as the members of a ZIP. */
export async function listItemsWithMembers(db: Db, folderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('libraryItems')
    .innerJoin('libraryItemZips', 'libraryItemZips.itemId', 'libraryItems.id')
    .select('libraryItems.id')
    .where('libraryItems.folderId', '=', folderId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes up to `limit` items. Returns the number deleted. */
export function deleteItems(db: Db, folderId: string, limit: number): Promise<number> {
  return countChanged(
    db
      .deleteFrom('libraryItems')
      .where('id', 'in', (eb) =>
        eb.selectFrom('libraryItems').select('id').where('folderId', '=', folderId).limit(limit),
      ),
  );
}
