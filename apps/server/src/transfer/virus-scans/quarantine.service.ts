// Refuses downloads of files in which a virus scan has found a threat. A finding counts until an admin allows the file, the file is
// deleted or changed, or a later scan finds nothing; even if virus scanning was switched off in the meantime.
import type { Db } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';

export type Quarantine = ReturnType<typeof createQuarantine>;

export function createQuarantine({ db }: { db: Db }) {
  return {
    /** @throws AppError file_quarantined */
    async refuse(storageKey: string): Promise<void> {
      const finding = await db
        .selectFrom('virusScans')
        .select('threat')
        .where('storageKey', '=', storageKey)
        .where('result', '=', 'infected')
        .where('allowedAt', 'is', null)
        .executeTakeFirst();
      if (!finding) return;
      throw new AppError(
        'file_quarantined',
        'This file is quarantined: a virus scan has found a threat in it. An admin decides what happens to it.',
      );
    },
  };
}
