// Collections as members see them: with covers, and with the number of their games.
import type { Collection } from '@cellar/contract/club/collections.ts';
import type { Db } from '#db/schema.ts';
import type { CatalogueService } from '#games/catalogue/catalogue.service.ts';
import type { Member } from '#http/access.ts';
import { mayDelete, mayEdit } from './collection-access.ts';
import { filterOf, sourceOf } from './collection-source.ts';
import { countGames, type ReadCollection, readCollections } from './collections.repository.ts';

interface Deps {
  db: Db;
  longReads: Db;
  catalogue: Pick<CatalogueService, 'openList'>;
}

const shownCovers = 4;
/** Some of the first games may be hidden. */
const examinedGames = 12;

/** In the order of the ids, without those that do not exist. */
export async function presentCollections(
  deps: Deps,
  ids: readonly string[],
  member: Member,
): Promise<Collection[]> {
  const [rows, counts] = await Promise.all([
    readCollections(deps.db, ids, member.id),
    countGames(deps.longReads, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
  return Promise.all(inOrder.map((row) => present(deps, row, { member, count: counts.get(row.id) ?? 0 })));
}

async function present(
  { db, catalogue }: Deps,
  row: ReadCollection,
  { member, count }: { member: Member; count: number },
): Promise<Collection> {
  const first = await catalogue.openList(await sourceOf(db, row, examinedGames));
  const { id, name, description, ownerId, owner, startsAt, place, answer, createdAt } = row;
  return {
    _id: id,
    name,
    description,
    kind: row.filter === null ? 'list' : 'smart',
    filter: filterOf(row) ?? null,
    owner,
    isClub: ownerId === null,
    isOwn: ownerId === member.id,
    isShared: ownerId === null || row.sharedAt !== null,
    mayEdit: mayEdit(row, member),
    mayDelete: mayDelete(row, member),
    games: row.filter === null ? count : first.total,
    covers: first.gamesAt(0, shownCovers),
    startsAt,
    place,
    coming: Number(row.coming ?? 0),
    answer,
    createdAt,
  };
}
