// Where the games of a collection come from: its own list, or the catalogue's filter.
import { collectionFilter } from '@cellar/contract/club/collections.ts';
import { defaultSortKey } from '@cellar/contract/rules/sort.ts';
import type { Db } from '#db/schema.ts';
import type { GameSource } from '#games/catalogue/catalogue.service.ts';
import { listGameIds } from './collection-games.repository.ts';
import type { CollectionRow } from './collections.repository.ts';

type Stored = Pick<CollectionRow, 'id' | 'filter'>;

/** Undefined for a list, and for a filter that this version does not know. */
export function filterOf({ filter }: Pick<CollectionRow, 'filter'>) {
  return filter === null ? undefined : collectionFilter.safeParse(JSON.parse(filter)).data;
}

/** `limit`: how many games of a list are enough. */
export async function sourceOf(db: Db, row: Stored, limit?: number): Promise<GameSource> {
  if (row.filter === null) return { ids: await listGameIds(db, row.id, limit) };
  const filter = filterOf(row);
  return filter ? { filter: { ...filter, sort: filter.sort ?? defaultSortKey } } : { ids: [] };
}
