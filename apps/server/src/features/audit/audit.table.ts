export interface AuditEntriesTable {
  id: string;
  at: string;
  actor: string | null;
  action: string;
  subject: string | null;
  detail: string | null;
}
