// Collections: lists of them, and their facts. Their games: collection-games.service.ts.

import type {
  Collection,
  CollectionChange,
  Collections,
  CollectionsQuery,
  EditableCollection,
  HomeCollections,
  NewCollection,
} from '@cellar/contract/club/collections.endpoints.ts';
import { isOver } from '@cellar/contract/club/rules/collections.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import type { Updateable } from 'kysely';
import type { AuditService } from '#admin/audit.service.ts';
import { isUniqueViolation } from '#db/database.ts';
import type { Trx } from '#db/schema.ts';
import type { CatalogueService } from '#games/catalogue/catalogue.service.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import { newId } from '#platform/tokens.ts';
import type { CollectionsTable } from '../tables.ts';
import { editable, filterOf, mayDelete, mayEdit, sourceOf, visible } from './collection-access.ts';
import * as games from './collection-games.repository.ts';
import * as repository from './collections.repository.ts';
import { countGames, type ReadCollection, readCollections } from './collections.repository.ts';
import { deleteAnswers } from './nights.repository.ts';

interface Deps extends Pick<Base, 'db' | 'longReads' | 'clock'> {
  audit: AuditService;
  catalogue: CatalogueService;
}

/** A night that is postponed by more than this has to be answered again. */
const postponedMs = 3 * dayMs;
/** On the home page: of each group. */
const shownOfEach = 6;

export type CollectionsService = ReturnType<typeof createCollections>;

export function createCollections(deps: Deps) {
  return {
    list: (member: Member, query: CollectionsQuery) => list(deps, member, query),
    get: (member: Member, id: string) => get(deps, member, id),
    listForHome: (member: Member) => listForHome(deps, member),
    listEditable: (member: Member, game: string | undefined) => listEditable(deps, member, game),
    create: (member: Member, body: NewCollection) => create(deps, member, body),
    change: (member: Member, id: string, body: CollectionChange) => change(deps, member, id, body),
    remove: (member: Member, id: string) => remove(deps, member, id),
  };
}

async function list(deps: Deps, member: Member, { show, page }: CollectionsQuery): Promise<Collections> {
  const { db, clock } = deps;
  const reader = { id: member.id, now: isoAt(clock) };
  const limit = limits.collectionsPerPage;
  const [total, ids] = await Promise.all([
    repository.countGroup(db, show, reader),
    repository.listGroup(db, show, reader, { limit, offset: (page - 1) * limit }),
  ]);
  return {
    collections: await presentCollections(deps, ids, member),
    total,
    currentPage: page,
    totalPages: pageCount(total, limit),
  };
}

/** @throws AppError not_found */
async function get(deps: Deps, member: Member, id: string): Promise<Collection> {
  visible(await repository.findCollection(deps.db, id), member);
  const [found] = await presentCollections(deps, [id], member);
  if (!found) throw notFound('Collection');
  return found;
}

async function listForHome(deps: Deps, member: Member): Promise<HomeCollections> {
  const { db, clock } = deps;
  const reader = { id: member.id, now: isoAt(clock) };
  const first = (group: 'nights' | 'club' | 'own' | 'shared', limit: number) =>
    repository.listGroup(db, group, reader, { limit, offset: 0 });
  const [nights, ...groups] = await Promise.all([
    first('nights', 1),
    first('club', shownOfEach),
    first('own', shownOfEach),
    first('shared', shownOfEach),
  ]);
  const [[night], collections] = await Promise.all([
    presentCollections(deps, nights, member),
    presentCollections(deps, groups.flat(), member),
  ]);
  const isSoon = (night?.startsAt ?? '') < isoAt(clock, limits.nightAnnouncedDays * dayMs);
  return { collections, nextNight: night && isSoon ? night : null };
}

async function listEditable(
  { db }: Deps,
  member: Member,
  game: string | undefined,
): Promise<EditableCollection[]> {
  const rows = await repository.listEditable(db, member, game);
  return rows.map(({ id, name, ownerId, startsAt, hasGame }) => ({
    _id: id,
    name,
    isClub: ownerId === null,
    startsAt,
    hasGame: hasGame !== null,
  }));
}

/** @throws AppError forbidden, limit_reached, collection_exists, validation_failed */
async function create(deps: Deps, member: Member, body: NewCollection): Promise<Collection> {
  const { db, clock } = deps;
  if (body.isClub && !member.isAdmin) {
    throw new AppError('forbidden', 'Only admins make collections for the club.');
  }
  if (body.filter && body.games.length > 0) {
    throw new AppError('validation_failed', 'The games of a smart collection follow from its filter.');
  }
  const [id, now] = [newId(), isoAt(clock)];
  const ownerId = body.isClub ? null : member.id;
  const store = async (trx: Trx) => {
    const known = await games.lockGames(trx, body.games, member);
    await refuseTooMany(trx, ownerId);
    await repository.insertCollection(trx, {
      id,
      ownerId,
      ...{ name: body.name, nameFold: foldText(body.name), description: body.description },
      filter: body.filter && JSON.stringify(body.filter),
      sharedAt: ownerId !== null && body.isShared ? now : null,
      ...{ startsAt: body.startsAt, place: body.place, createdAt: now },
    });
    await games.insertGames(
      trx,
      id,
      [...new Set(body.games)].filter((game) => known.has(game)),
    );
  };
  await refuseTaken(() => db.transaction().execute(store));
  return get(deps, member, id);
}

/** Two at the same moment may exceed the limit by one, which does no harm. @throws AppError limit_reached */
async function refuseTooMany(trx: Trx, ownerId: string | null): Promise<void> {
  const max = ownerId === null ? limits.clubCollections : limits.collectionsPerMember;
  if ((await repository.countOf(trx, ownerId)) < max) return;
  const whose = ownerId === null ? 'The club' : 'A member';
  throw new AppError('limit_reached', `${whose} can have at most ${max} collections.`);
}

/** @throws AppError collection_exists */
async function refuseTaken(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('collection_exists', 'A collection with this name already exists.');
  }
}

/** @throws AppError not_found, forbidden, collection_exists, validation_failed */
async function change(deps: Deps, member: Member, id: string, body: CollectionChange): Promise<Collection> {
  const { db, clock, audit } = deps;
  await refuseTaken(() =>
    db.transaction().execute(async (trx) => {
      const row = visible(await repository.lockCollection(trx, id), member);
      if (!mayEdit(row, member) && isOnlyUnsharing(body) && mayDelete(row, member)) {
        await audit.write(trx, { action: 'collection_unshared', actor: member.email, subject: row.name });
      } else {
        editable(row, member);
      }
      const now = isoAt(clock);
      const changes = changesOf(row, body, now);
      if (Object.keys(changes).length > 0) await repository.updateCollection(trx, id, changes);
      if (endsConsent(row, body, now)) await deleteAnswers(trx, id);
      // The guests no longer see the night, so they could not take their answers back.
      else if (row.ownerId !== null && body.isShared === false) await deleteAnswers(trx, id, row.ownerId);
    }),
  );
  const [changed] = await presentCollections(deps, [id], member);
  if (!changed) throw notFound('Collection');
  return changed;
}

/** The answers consent to show downloads until the night is over. A date after that, or more than a few days later, is another night. */
function endsConsent({ startsAt }: repository.CollectionRow, body: CollectionChange, now: string): boolean {
  if (startsAt === null || body.startsAt === undefined || body.startsAt === startsAt) return false;
  if (body.startsAt === null || isOver({ startsAt }, now)) return true;
  return Date.parse(body.startsAt) - Date.parse(startsAt) > postponedMs;
}

function isOnlyUnsharing(body: CollectionChange): boolean {
  return body.isShared === false && Object.keys(body).length === 1;
}

function changesOf(
  row: repository.CollectionRow,
  { isShared, filter, name, ...rest }: CollectionChange,
  now: string,
): Updateable<CollectionsTable> {
  if (filter && row.filter === null) {
    throw new AppError('validation_failed', 'A list has no filter.');
  }
  const sharedAt = isShared ? (row.sharedAt ?? now) : null;
  return {
    ...rest,
    ...(name !== undefined && { name, nameFold: foldText(name) }),
    ...(filter && { filter: JSON.stringify(filter) }),
    ...(isShared !== undefined && row.ownerId !== null && { sharedAt }),
  };
}

/** @throws AppError not_found, forbidden */
async function remove({ db, audit }: Deps, member: Member, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await games.lockGamesOf(trx, id);
    const row = visible(await repository.lockCollection(trx, id), member);
    if (!mayDelete(row, member))
      throw new AppError('forbidden', 'Only its owner can delete this collection.');
    await repository.deleteCollection(trx, id);
    if (row.ownerId === member.id) return;
    await audit.write(trx, { action: 'collection_deleted', actor: member.email, subject: row.name });
  });
}

// Collections as members see them: with covers, and with the number of their games.

interface PresentCollectionsDeps extends Pick<Base, 'db' | 'longReads'> {
  catalogue: Pick<CatalogueService, 'openList'>;
}

const shownCovers = 4;
/** Some of the first games may be hidden. */
const examinedGames = 12;

/** In the order of the ids, without those that do not exist. */
async function presentCollections(
  deps: PresentCollectionsDeps,
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
  { db, catalogue }: PresentCollectionsDeps,
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
