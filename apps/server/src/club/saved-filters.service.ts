// Filters of the games page that a member has saved.

import { filterValues, type NewSavedFilter, type SavedFilter } from '@cellar/contract/club/saved-filters.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { Db } from '#db/schema.ts';
import { AppError, notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';

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
