// The games of a collection. Each change concerns single games and never the whole list, so that two people who change a collection at
// the same time lose nothing.
import type { CollectionGamesQuery } from '@cellar/contract/club/collections.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { CatalogueService } from '#games/catalogue/catalogue.service.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Encoded } from '#http/route.ts';
import { editableList, findVisible, sourceOf } from './collection-access.ts';
import * as repository from './collection-games.repository.ts';
import { lockCollection } from './collections.repository.ts';

interface Deps {
  db: Db;
  catalogue: CatalogueService;
}

interface Move {
  gameId: string;
  before: string | null;
}

export type CollectionGames = ReturnType<typeof createCollectionGames>;

export function createCollectionGames({ db, catalogue }: Deps) {
  /** Returns whether there was a free position. @throws AppError not_found, forbidden, validation_failed */
  async function tryToPlace(trx: Trx, member: Member, id: string, move: Move): Promise<boolean> {
    editableList(await lockCollection(trx, id), member);
    const position = await repository.findPlace(trx, id, move);
    if (position === undefined) throw notFound('Game');
    if (position === 'crowded') return false;
    const { gameId } = move;
    if (!(await repository.setPosition(trx, id, { gameId, position }))) throw notFound('Game');
    return true;
  }

  return {
    /** @throws AppError not_found */
    async list(member: Member, id: string, query: CollectionGamesQuery): Promise<Encoded> {
      const source = await sourceOf(db, await findVisible(db, id, member));
      return (await catalogue.openList(source)).page(query);
    },

    /** Returns how many games were not in it before. @throws AppError not_found, forbidden, validation_failed, limit_reached */
    async add(member: Member, id: string, games: readonly string[]): Promise<number> {
      return db.transaction().execute(async (trx) => {
        const found = await repository.lockGames(trx, games, member);
        editableList(await lockCollection(trx, id), member);
        if (found.size === 0) throw notFound('Game');
        const known = await repository.listKnown(trx, id, games);
        const added = [...new Set(games)].filter((game) => found.has(game) && !known.has(game));
        if ((await repository.countAll(trx, id)) + added.length > limits.gamesPerCollection) {
          const message = `A collection can have at most ${limits.gamesPerCollection} games.`;
          throw new AppError('limit_reached', message);
        }
        await repository.insertGames(trx, id, added);
        return added.length;
      });
    },

    /** @throws AppError not_found, forbidden, validation_failed */
    async place(member: Member, id: string, move: Move): Promise<void> {
      const attempt = () => db.transaction().execute((trx) => tryToPlace(trx, member, id, move));
      if (await attempt()) return;
      // In a transaction of its own, because it locks the games before the collection.
      await db.transaction().execute(async (trx) => {
        await repository.lockGamesOf(trx, id);
        await lockCollection(trx, id);
        await repository.spread(trx, id);
      });
      if (!(await attempt())) throw new Error('no place for a game between others with equal gaps');
    },

    /** @throws AppError not_found, forbidden, validation_failed */
    async remove(member: Member, id: string, gameId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        editableList(await lockCollection(trx, id), member);
        if (!(await repository.deleteGame(trx, id, gameId))) throw notFound('Game');
      });
    },
  };
}
