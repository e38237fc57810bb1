// What members note about games, and when they were last here.

import type {
  GameMarks,
  GameMarksChange,
  MarkedGames,
  Visit,
} from '@cellar/contract/club/marks.endpoints.ts';
import {
  filterValues,
  type NewSavedFilter,
  type SavedFilter,
} from '@cellar/contract/club/saved-filters.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { CatalogueService } from '#games/catalogue/catalogue.service.ts';
import type { GamesService } from '#games/games.service.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import * as repository from './marks.repository.ts';

interface Deps extends Pick<Base, 'db' | 'longReads' | 'clock'> {
  games: Pick<GamesService, 'refuseHidden' | 'lock' | 'getTitle'>;
  catalogue: Pick<CatalogueService, 'countAddedAfter'>;
}

export type MarksService = ReturnType<typeof createMarksService>;

export function createMarksService({ db, longReads, clock, games, catalogue }: Deps) {
  async function get(member: Member, gameId: string): Promise<GameMarks> {
    await games.refuseHidden(gameId, member);
    await games.getTitle(gameId);
    const [row, likes] = await Promise.all([
      repository.findMarks(db, member.id, gameId),
      repository.findLikes(db, gameId),
    ]);
    return { ...present(row), likes };
  }

  return {
    get,

    async list(member: Member): Promise<MarkedGames> {
      const rows = await repository.listMarks(longReads, member.id);
      const idsOf = (isMarked: (row: (typeof rows)[number]) => boolean) =>
        rows.filter(isMarked).map(({ gameId }) => gameId);
      return {
        favorite: idsOf(({ favorite }) => favorite === 1),
        to_play: idsOf(({ playState }) => playState === 'to_play'),
        played: idsOf(({ playState }) => playState === 'played'),
        not_for_me: idsOf(({ playState }) => playState === 'not_for_me'),
        liked: idsOf(({ liked }) => liked === 1),
        noted: idsOf(({ isNoted }) => Boolean(isNoted)),
      };
    },

    /** @throws AppError not_found, limit_reached */
    async change(member: Member, gameId: string, change: GameMarksChange): Promise<GameMarks> {
      await games.refuseHidden(gameId, member);
      await db.transaction().execute((trx) => save(trx, member.id, gameId, change));
      return get(member, gameId);
    },

    async recordVisit(member: Member): Promise<Visit> {
      const before = await repository.findVisit(db, member.id);
      const now = isoAt(clock);
      const isSameVisit = before && Date.parse(now) - Date.parse(before.seenAt) < limits.visitGapMs;
      const previousAt = before ? (isSameVisit ? before.previousAt : before.seenAt) : null;
      await repository.saveVisit(db, { userId: member.id, seenAt: now, previousAt });
      return { previousAt, newGames: previousAt ? await catalogue.countAddedAfter(previousAt) : 0 };
    },
  };

  async function save(trx: Trx, userId: string, gameId: string, change: GameMarksChange): Promise<void> {
    await games.lock(trx, gameId);
    const row = await repository.findMarks(trx, userId, gameId);
    const marks = { ...present(row), ...change };
    const { isFavorite, playState, isLiked, note } = marks;
    if (!isFavorite && playState === null && !isLiked && note === '') {
      return repository.deleteMarks(trx, userId, gameId);
    }
    if (!row && (await repository.countMarks(trx, userId)) >= limits.marksPerMember) {
      throw new AppError('limit_reached', `You can mark at most ${limits.marksPerMember} games.`);
    }
    await repository.saveMarks(trx, {
      ...{ userId, gameId, playState, note, changedAt: isoAt(clock) },
      ...{ favorite: Number(isFavorite), liked: Number(isLiked) },
    });
  }
}

function present(row: repository.MarkRow | undefined): Omit<GameMarks, 'likes'> {
  return {
    isFavorite: row?.favorite === 1,
    playState: row?.playState ?? null,
    isLiked: row?.liked === 1,
    note: row?.note ?? '',
  };
}

// Filters of the games page that a member has saved.

export type SavedFiltersService = ReturnType<typeof createSavedFilters>;

export function createSavedFilters({ db, clock }: { db: Db; clock: Clock }) {
  const listRows = (trx: Db, userId: string) =>
    trx
      .selectFrom('savedFilters')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();

  return {
    /** Omits filters that this version does not know. */
    async list(userId: string): Promise<SavedFilter[]> {
      const rows = await listRows(db, userId);
      return rows.flatMap(({ id, name, filter }) => {
        const { success, data } = filterValues.safeParse(JSON.parse(filter));
        return success ? [{ _id: id, name, filter: data }] : [];
      });
    },

    /** Replaces a filter of the same name. @throws AppError limit_reached */
    async save(userId: string, { name, filter }: NewSavedFilter): Promise<SavedFilter> {
      const id = newId();
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('savedFilters').where('userId', '=', userId).where('name', '=', name).execute();
        if ((await listRows(trx, userId)).length >= limits.savedFilters) {
          throw new AppError('limit_reached', `You can save at most ${limits.savedFilters} filters.`);
        }
        await trx
          .insertInto('savedFilters')
          .values({ id, userId, name, filter: JSON.stringify(filter), createdAt: isoAt(clock) })
          .execute();
      });
      return { _id: id, name, filter };
    },

    /** @throws AppError not_found */
    async remove(userId: string, id: string): Promise<void> {
      const { numDeletedRows } = await db
        .deleteFrom('savedFilters')
        .where('id', '=', id)
        .where('userId', '=', userId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound('Filter');
    },
  };
}
