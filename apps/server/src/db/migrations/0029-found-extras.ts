// Updates and extras that scans find in library folders.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

type Schema = Kysely<unknown>['schema'];

export async function createFoundExtras({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await extendItems(schema, text);
  await extendExtras(schema, text);
}

async function extendItems(schema: Schema, text: Columns['text']): Promise<void> {
  const items = () => schema.alterTable('libraryItems');
  await items().addColumn('extraKind', text).execute();
  await items().addColumn('ownerPath', text).execute();
  await items()
    .addColumn('ownerGameId', text, (c) => c.references('games.id').onDelete('set null'))
    .execute();
  await schema
    .createIndex('libraryItemsByOwner')
    .on('libraryItems')
    .columns(['folderId', 'ownerPath'])
    .where('extraKind' as never, 'is not', null)
    .execute();
  await schema
    .createIndex('libraryItemsOfGames')
    .on('libraryItems')
    .column('ownerGameId')
    .where('ownerGameId' as never, 'is not', null)
    .execute();
  // All that the review list counts and orders by, so that it reads only this index for each of its items.
  await schema.dropIndex('libraryItemsByTitle').execute();
  await schema
    .createIndex('libraryItemsByTitle')
    .on('libraryItems')
    .columns(['state', 'titleKey', 'platformKey', 'id', 'extraKind', 'missingSince', 'modifiedAt', 'problem'])
    .column('folderId')
    .execute();
  // The numbers of items are shown without the extras.
  await schema.dropIndex('libraryItemsByState').execute();
  await schema
    .createIndex('libraryItemsByState')
    .on('libraryItems')
    .columns(['folderId', 'state', 'missingSince', 'extraKind'])
    .execute();
}

async function extendExtras(schema: Schema, text: Columns['text']): Promise<void> {
  const extras = () => schema.alterTable('gameExtras');
  await extras()
    .addColumn('libraryItemId', text, (c) => c.references('libraryItems.id').onDelete('cascade'))
    .execute();
  await extras().addColumn('contentTag', text).execute();
  await extras().addColumn('contentChangedAt', text).execute();
  await schema
    .createIndex('gameExtrasOfItems')
    .unique()
    .on('gameExtras')
    .column('libraryItemId')
    .where('libraryItemId' as never, 'is not', null)
    .execute();
}
