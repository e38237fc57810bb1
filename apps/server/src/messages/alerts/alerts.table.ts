import type { AlertKind } from '@cellar/contract/messages/rules/alerts.ts';
import type { Generated } from 'kysely';

/** Alerts that are rows: new games, and the accounts and contributions that wait, have none (ADR 0029). */
export interface AlertsTable {
  id: string;
  userId: string;
  kind: AlertKind;
  /** What the alert is about. A later alert of the member about the same subject replaces it. */
  subject: string;
  /** JSON, in the shape of `alertData`. */
  data: string;
  createdAt: string;
  readAt: string | null;
}

/** Members without a row have read nothing. */
export interface AlertStatesTable {
  userId: string;
  /** Games added until then are read. */
  gamesReadAt: string | null;
  /** Accounts verified until then are read. */
  approvalsReadAt: string | null;
  /** Contributions until then are read. */
  contributionsReadAt: Generated<string | null>;
  /** When the member's alerts last changed, for the nodes that the member's pages are connected to. */
  changedAt: string;
}
