// Who may do what with a collection.

import { collectionFilter } from '@cellar/contract/club/collections.endpoints.ts';
import { defaultSortKey } from '@cellar/contract/rules/sort.ts';
import type { Db } from '#db/schema.ts';
import type { GameSource } from '#games/catalogue/catalogue.service.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound } from '#http/errors.ts';
import { listGameIds } from './collection-games.repository.ts';
import { type CollectionRow, findCollection } from './collections.repository.ts';

type Owned = Pick<CollectionRow, 'ownerId' | 'sharedAt'>;

export function mayEdit({ ownerId }: Owned, member: Member): boolean {
  return ownerId === null ? member.isAdmin : ownerId === member.id;
}

/** Admins may also delete and unshare what members share, but do not see what is private. */
export function mayDelete(row: Owned, member: Member): boolean {
  return mayEdit(row, member) || (member.isAdmin && row.sharedAt !== null);
}

/** @throws AppError not_found if the member does not see it */
export function visible(row: CollectionRow | undefined, member: Member): CollectionRow {
  const isVisible = row && (row.ownerId === null || row.ownerId === member.id || row.sharedAt !== null);
  if (!isVisible) throw notFound('Collection');
  return row;
}

/** @throws AppError not_found */
export async function findVisible(db: Db, id: string, member: Member): Promise<CollectionRow> {
  return visible(await findCollection(db, id), member);
}

/** @throws AppError not_found, forbidden */
export function editable(row: CollectionRow | undefined, member: Member): CollectionRow {
  const found = visible(row, member);
  if (!mayEdit(found, member)) throw new AppError('forbidden', 'Only its owner can change this collection.');
  return found;
}

/** @throws AppError not_found, forbidden, validation_failed */
export function editableList(row: CollectionRow | undefined, member: Member): CollectionRow {
  const found = editable(row, member);
  if (found.filter !== null) {
    throw new AppError('validation_failed', 'The games of this collection follow from its filter.');
  }
  return found;
}

// Where the games of a collection come from: its own list, or the catalogue's filter.

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
