// Missing items, and new ones that may be the same. Only items in place have their content compared.

import type { ItemState } from '@cellar/contract/folders/folders.ts';
import { type Selectable, sql } from 'kysely';
import { unindexed } from '#db/conditions.ts';
import { hasChanged, hasRow } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { LibraryItemsTable } from '../tables.ts';

type Row = Selectable<LibraryItemsTable>;

export type NewItem = Pick<
  Row,
  'id' | 'folderId' | 'path' | 'kind' | 'extension' | 'size' | 'fileCount' | 'modifiedAt' | 'fingerprint'
>;

/** `sha256`: of the platform file or extra. */
export type MissingItem = Pick<Row, 'id' | 'path' | 'state' | 'fingerprint' | 'sampleSha256'> & {
  sha256: string | null;
};

interface Candidates {
  missing: MissingItem[];
  found: NewItem[];
}

const states = ['added', 'skipped', 'removed'] as const;
/** A scan that finds more leaves the others to the next one. */
const maxGroups = 1000;
const maxOfGroup = 2000;

export function hasMissing(longReads: Db): Promise<boolean> {
  return hasRow(
    longReads
      .selectFrom('libraryItems')
      .select('id')
      .where('missingSince', 'is not', null)
      .where(unindexed<ItemState>('state'), 'in', states)
      .limit(1),
  );
}

export async function listFingerprints(longReads: Db): Promise<string[]> {
  // A cross join lets SQLite read the missing items first. Otherwise it looks up each new one, of which there may be very many.
  const rows = await longReads
    .selectFrom('libraryItems as missing')
    .crossJoin('libraryItems as new')
    .where('missing.missingSince', 'is not', null)
    .where(unindexed<ItemState>('missing.state'), 'in', states)
    .whereRef('new.fingerprint', '=', 'missing.fingerprint')
    .where(unindexed<ItemState>('new.state'), '=', 'found')
    .where('new.missingSince', 'is', null)
    .select(unindexed<string>('missing.fingerprint').as('fingerprint'))
    .distinct()
    .limit(maxGroups)
    .execute();
  return rows.map(({ fingerprint }) => fingerprint);
}

/** Sizes of added files that are missing, and of new files with other times. */
export async function listSizes(longReads: Db): Promise<number[]> {
  // As above: for each missing item, an index has the new ones of its size.
  const rows = await longReads
    .selectFrom('libraryItems as missing')
    .crossJoin('libraryItems as new')
    .where('missing.missingSince', 'is not', null)
    .where(unindexed<ItemState>('missing.state'), '=', 'added')
    .whereRef('new.size', '=', 'missing.size')
    .whereRef('new.kind', '=', 'missing.kind')
    .whereRef('new.fileCount', '=', 'missing.fileCount')
    .where('new.state', '=', sql.lit('found' as const))
    .where('new.missingSince', 'is', null)
    .select('missing.size')
    .distinct()
    .limit(maxGroups)
    .execute();
  return rows.map(({ size }) => size);
}

export async function listWithFingerprint(longReads: Db, fingerprint: string): Promise<Candidates> {
  const missing = await missingItems(longReads).where('item.fingerprint', '=', fingerprint).execute();
  const found = await newItems(longReads)
    .where('fingerprint', '=', fingerprint)
    .where(unindexed<ItemState>('state'), '=', 'found')
    .execute();
  return { missing, found };
}

export async function listWithSize(longReads: Db, size: number): Promise<Candidates> {
  const missing = await missingItems(longReads)
    .where('item.size', '=', size)
    .where(unindexed<ItemState>('item.state'), '=', 'added')
    .execute();
  const found = await newItems(longReads)
    .where('size', '=', size)
    // A literal: an index holds only found items.
    .where('state', '=', sql.lit('found' as const))
    .execute();
  return { missing, found };
}

function missingItems(longReads: Db) {
  return longReads
    .selectFrom('libraryItems as item')
    .leftJoin('gameFiles', 'gameFiles.libraryItemId', 'item.id')
    .leftJoin('gameExtras', 'gameExtras.libraryItemId', 'item.id')
    .select(['item.id', 'item.path', 'item.state', 'item.fingerprint', 'item.sampleSha256'])
    .select((eb) => eb.fn.coalesce('gameFiles.sha256', 'gameExtras.sha256').as('sha256'))
    .where('item.missingSince', 'is not', null)
    .where(unindexed<ItemState>('item.state'), 'in', states)
    .orderBy('item.path')
    .limit(maxOfGroup);
}

function newItems(longReads: Db) {
  return longReads
    .selectFrom('libraryItems')
    .select(['id', 'folderId', 'path', 'kind', 'extension', 'size', 'fileCount', 'modifiedAt', 'fingerprint'])
    .where('missingSince', 'is', null)
    .orderBy('path')
    .limit(maxOfGroup);
}

/** Returns false if an admin has decided on the item in the meantime. */
export function dropNew(trx: Trx, id: string): Promise<boolean> {
  return hasChanged(trx.deleteFrom('libraryItems').where('id', '=', id).where('state', '=', 'found'));
}

/** Returns false if the item is no longer missing. */
export function movePath(trx: Trx, id: string, { id: _, ...found }: NewItem): Promise<boolean> {
  return hasChanged(
    trx
      .updateTable('libraryItems')
      .set({ ...found, missingSince: null })
      .where('id', '=', id)
      .where('missingSince', 'is not', null),
  );
}
