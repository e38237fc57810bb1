import type { AuditAction, AuditEntry } from '@cellar/contract/admin/audit.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { countRows } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import { type Clock, dayMs, isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import { newId } from '#platform/tokens.ts';

interface Entry {
  /** Given if the detail is changed later. */
  id?: string;
  action: AuditAction;
  actor?: string | undefined;
  subject?: string | undefined;
  detail?: string | undefined;
}

const pageSize = 50;
const keptMs = limits.auditDays * dayMs;

export type AuditService = ReturnType<typeof createAuditService>;

export function createAuditService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Pass the transaction of the logged action, if there is one. Entries contain names instead of ids, because accounts
     * can be deleted.
     */
    async write(db: Db, { id = newId(), action, actor, subject, detail }: Entry): Promise<void> {
      await db
        .insertInto('auditEntries')
        .values({
          id,
          at: isoAt(clock),
          action,
          actor: actor ?? null,
          subject: subject ?? null,
          detail: detail ?? null,
        })
        .execute();
    },

    /** For an action that is done in several transactions. */
    async changeDetail(trx: Trx, id: string, detail: string): Promise<void> {
      await trx.updateTable('auditEntries').set({ detail }).where('id', '=', id).execute();
    },

    async list(page: number) {
      const count = await countRows(db.selectFrom('auditEntries'));
      const rows = await db
        .selectFrom('auditEntries')
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute();
      const entries: AuditEntry[] = rows.map(({ id, ...entry }) => ({ _id: id, ...entry }));
      return { entries, currentPage: page, totalPages: pageCount(Number(count), pageSize) };
    },

    async removeOld(): Promise<void> {
      await db.deleteFrom('auditEntries').where('at', '<', isoAt(clock, -keptMs)).execute();
    },
  };
}
