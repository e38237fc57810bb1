// LAN nights: who comes, and who has which of the games.

import type { LanNight, NightGames } from '@cellar/contract/club/collections.endpoints.ts';
import { isOver, type NightAnswer } from '@cellar/contract/club/rules/collections.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { CatalogueService } from '#games/catalogue/catalogue.service.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import { findVisible, sourceOf, visible } from './collection-access.ts';
import { type CollectionRow, lockCollection } from './collections.repository.ts';
import * as repository from './nights.repository.ts';

interface Deps extends Pick<Base, 'db' | 'longReads' | 'clock'> {
  settings: SettingsService;
  catalogue: CatalogueService;
}

type Night = CollectionRow & { startsAt: string };

export type NightsService = ReturnType<typeof createNights>;

export function createNights({ db, longReads, clock, settings, catalogue }: Deps) {
  /** @throws AppError not_found */
  async function find(member: Member, id: string): Promise<Night> {
    return asNight(await findVisible(db, id, member));
  }

  async function isTracked(): Promise<boolean> {
    const { usageEnabled, trackUserActivity } = await settings.get();
    return usageEnabled && trackUserActivity;
  }

  /** Of a smart collection, the first games. */
  async function openGames(night: Night) {
    const list = await catalogue.openList(await sourceOf(db, night));
    return { ...list, total: Math.min(list.total, limits.gamesPerCollection) };
  }

  async function get(member: Member, id: string): Promise<LanNight> {
    const night = await find(member, id);
    const { total, idsAt } = await openGames(night);
    const ids = idsAt(0, total);
    const [guests, absent, answer, owned] = await Promise.all([
      repository.listGuests(db, id),
      repository.countAnswers(db, id, 'not_coming'),
      repository.findAnswer(db, id, member.id),
      repository.listDownloadedOf(longReads, member.id, ids),
    ]);
    return {
      guests: guests.map(({ userId, name }) => ({ name, isYou: userId === member.id })),
      absent,
      answer,
      isOver: isOver(night, isoAt(clock)),
      isTracked: await isTracked(),
      missing: ids.filter((game) => !owned.has(game)),
    };
  }

  return {
    get,

    /** @throws AppError not_found, night_over, limit_reached */
    async answer(member: Member, id: string, answer: NightAnswer | null): Promise<LanNight> {
      await db.transaction().execute(async (trx) => {
        // The lock makes the number of guests exact.
        const night = asNight(visible(await lockCollection(trx, id), member));
        // An answer can be taken back at any time, because it reveals something.
        if (answer === null) return repository.deleteAnswer(trx, id, member.id);
        if (isOver(night, isoAt(clock))) throw new AppError('night_over', 'This LAN night is over.');
        const before = await repository.findAnswer(trx, id, member.id);
        if (before === answer) return;
        const isFull = (await repository.countAnswers(trx, id, 'coming')) >= limits.nightGuests;
        if (answer === 'coming' && isFull) {
          throw new AppError(
            'limit_reached',
            `At most ${limits.nightGuests} members can come to a LAN night.`,
          );
        }
        const answeredAt = isoAt(clock);
        await repository.saveAnswer(trx, { collectionId: id, userId: member.id, answer, answeredAt });
      });
      return get(member, id);
    },

    /** @throws AppError not_found */
    async listGames(member: Member, id: string, page: number): Promise<NightGames> {
      const night = await find(member, id);
      const { total, gamesAt } = await openGames(night);
      const limit = limits.nightGamesPerPage;
      const games = gamesAt((page - 1) * limit, Math.min(total, page * limit));
      const ids = games.map(({ _id }) => _id);
      const isShown = ids.length > 0 && !isOver(night, isoAt(clock)) && (await isTracked());
      const [guests, owners, own] = await Promise.all([
        repository.listGuests(db, id),
        isShown ? repository.listOwners(longReads, id, ids) : [],
        repository.listDownloadedOf(longReads, member.id, ids),
      ]);
      const ownersOf = Map.groupBy(owners, ({ gameId }) => gameId);
      const nameOf = (game: string) => {
        const having = new Set(ownersOf.get(game)?.map(({ userId }) => userId));
        return guests.flatMap(({ userId, name }) =>
          having.has(userId) && userId !== member.id ? [name] : [],
        );
      };
      return {
        games: games.map((game) => ({ ...game, owners: nameOf(game._id), isYours: own.has(game._id) })),
        totalGames: total,
        currentPage: page,
        totalPages: pageCount(total, limit),
      };
    },
  };
}

/** @throws AppError not_found */
function asNight(row: CollectionRow): Night {
  if (row.startsAt === null) throw notFound('LAN night');
  return { ...row, startsAt: row.startsAt };
}
