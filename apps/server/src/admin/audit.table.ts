import type { AuditAction } from '@cellar/contract/admin/audit.ts';

export interface AuditEntriesTable {
  id: string;
  at: string;
  actor: string | null;
  action: AuditAction;
  subject: string | null;
  detail: string | null;
}
