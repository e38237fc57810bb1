import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { named, pageNumber, pagePlace, time } from '../text.ts';

export type AuditAction =
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'registered'
  | 'email_verified'
  | 'password_reset'
  | 'password_changed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'second_factor_reset'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'api_token_created'
  | 'api_token_revoked'
  | 'passkey_added'
  | 'passkey_deleted'
  | 'user_verified'
  | 'user_approved'
  | 'user_suspended'
  | 'user_lifted'
  | 'admin_made'
  | 'admin_removed'
  | 'contributor_made'
  | 'contributor_removed'
  | 'user_deleted'
  | 'account_deleted'
  | 'invitation_created'
  | 'invitation_revoked'
  | 'login_linked'
  | 'login_unlinked'
  | 'login_provider_added'
  | 'login_provider_changed'
  | 'login_provider_deleted'
  | 'settings_changed'
  | 'game_edited'
  | 'game_deleted'
  | 'games_changed'
  | 'games_deleted'
  | 'spellings_merged'
  | 'bulk_change_undone'
  | 'spelling_rule_deleted'
  | 'match_taken'
  | 'match_left'
  | 'match_undone'
  | 'name_forgotten'
  | 'matches_scanned'
  | 'scan_cancelled'
  | 'file_deleted'
  | 'file_replaced'
  | 'extra_added'
  | 'extra_edited'
  | 'extra_deleted'
  | 'rule_added'
  | 'rule_changed'
  | 'rule_deleted'
  | 'rules_reordered'
  | 'rules_reset'
  | 'platform_added'
  | 'platform_changed'
  | 'platform_deleted'
  | 'platforms_reordered'
  | 'temp_cleared'
  | 'storage_checked'
  | 'backup_started'
  | 'backup_verified'
  | 'orphans_removed'
  | 'threat_found'
  | 'threat_allowed'
  | 'threat_quarantined'
  | 'files_scanned_again'
  | 'cheat_added'
  | 'cheat_deleted'
  | 'download_cancelled'
  | 'download_limits_changed'
  | 'download_limits_lifted'
  | 'history_cleared'
  | 'library_folder_added'
  | 'library_folder_changed'
  | 'library_folder_removed'
  | 'library_folder_scanned'
  | 'library_path_treated'
  | 'library_items_added'
  | 'contribution_accepted'
  | 'contribution_declined'
  | 'request_accepted'
  | 'request_on_its_way'
  | 'request_declined'
  | 'request_fulfilled'
  | 'request_reopened'
  | 'request_deleted'
  | 'request_comment_deleted'
  | 'collection_unshared'
  | 'collection_deleted'
  | 'webhook_added'
  | 'webhook_changed'
  | 'webhook_deleted';

/** The audit log, for admins: logins, approvals, role changes, deletions, changed settings and the like. */
const auditQuery = z.object({ page: pageNumber });

const auditEntry = named('AuditEntry', {
  _id: z.string(),
  at: time,
  /** The account that performed the action. Null for the server and for visitors. */
  actor: z.string().nullable(),
  /** Not checked, because a newer version may have written other actions. */
  action: z.string() as z.ZodType<AuditAction>,
  /** The account or object that was affected. */
  subject: z.string().nullable(),
  detail: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const audit = z.object({
  entries: z.array(auditEntry),
  ...pagePlace,
});

export const auditEndpoints = {
  listAudit: endpoint('GET', '/api/admin/audit', 'admin', {
    summary: 'The audit log, newest first',
    query: auditQuery,
    response: audit,
  }),
};
