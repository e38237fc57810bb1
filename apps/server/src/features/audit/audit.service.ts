// The audit log: logins, approvals, role changes, deletions, changed settings and the like.
import type { AuditEntry } from '@cellar/contract/outbox.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import { newId } from '#platform/tokens.ts';

export type AuditAction =
  | 'login'
  | 'login_failed'
  | 'registered'
  | 'email_verified'
  | 'password_reset'
  | 'password_changed'
  | 'user_approved'
  | 'user_suspended'
  | 'user_lifted'
  | 'admin_made'
  | 'admin_removed'
  | 'user_deleted'
  | 'account_deleted'
  | 'invitation_created'
  | 'invitation_revoked'
  | 'settings_changed'
  | 'game_edited'
  | 'game_deleted'
  | 'match_taken'
  | 'match_left'
  | 'match_undone'
  | 'matches_scanned'
  | 'scan_cancelled'
  | 'file_deleted'
  | 'file_replaced'
  | 'rule_added'
  | 'rule_changed'
  | 'rule_deleted'
  | 'rules_reordered'
  | 'temp_cleared'
  | 'storage_checked'
  | 'orphans_removed'
  | 'cheat_added'
  | 'cheat_deleted'
  | 'download_cancelled'
  | 'history_cleared';

interface Entry {
  action: AuditAction;
  actor?: string | undefined;
  subject?: string | undefined;
  detail?: string | undefined;
}

const pageSize = 50;
const keptMs = 365 * 24 * 3600 * 1000;

export type AuditService = ReturnType<typeof createAuditService>;

export function createAuditService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Pass the transaction of the logged action, if there is one. Entries contain names instead of ids, because accounts
     * can be deleted.
     */
    async write(db: Db, { action, actor, subject, detail }: Entry): Promise<void> {
      await db
        .insertInto('auditEntries')
        .values({
          id: newId(),
          at: isoAt(clock),
          action,
          actor: actor ?? null,
          subject: subject ?? null,
          detail: detail ?? null,
        })
        .execute();
    },

    async list(page: number) {
      const { count } = await db
        .selectFrom('auditEntries')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
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
