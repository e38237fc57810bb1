import type { MailSecurity } from '@cellar/contract/messages/emails.endpoints.ts';
import type { AlertKind } from '@cellar/contract/messages/rules/alerts.ts';
import type { WebhookFormat } from '@cellar/contract/messages/rules/webhooks.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { Generated } from 'kysely';

export interface MailsTable {
  id: string;
  userId: string | null;
  kind: string;
  toAddress: string;
  subject: string;
  textBody: string;
  htmlBody: string;
  /** JSON: additional header fields. */
  headers: string;
  /** JSON, `MailPicture[]`: the pictures in the email, which are read at delivery. */
  attachments: Generated<string>;
  status: 'waiting' | 'sent' | 'failed';
  attempts: number;
  lastError: string | null;
  createdAt: string;
  nextAttemptAt: string | null;
  sentAt: string | null;
  /** When the email was written to the outbox folder. Null when a mail server is configured. */
  filedAt: string | null;
  /** JSON, `MailContent`: the source of both bodies, rendered when the email is sent or read. Null if the bodies are stored. */
  content: Generated<string | null>;
  /** Emails with a lower value are sent first: 0 if a person waits for the email, 1 for news. */
  urgency: Generated<number>;
  /** When the claim of the node that is sending this email ends. */
  claimedUntil: Generated<string | null>;
}

/** The mail server of Admin Settings. There is at most one row. */
export interface MailServerTable {
  id: 'smtp';
  host: string;
  port: number;
  security: MailSecurity;
  /** Empty if the server needs no login. */
  userName: string;
  /** Encrypted (platform/secret-box.ts). */
  sealedPassword: string | null;
  sender: string;
  updatedAt: string;
}

/** A single row with the progress of announcing new games. */
export interface DigestStateTable {
  id: number;
  /** The highest `announcedNumber` assigned so far. */
  lastNumber: number;
  lastAnnouncedAt: string | null;
  /** When the job last looked for members to notify. */
  lastRunAt: string | null;
}

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

/** A browser that gets push messages, as long as its session lasts. */
export interface PushSubscriptionsTable {
  sessionId: string;
  userId: string;
  /** A browser that has logged in again is the same one. */
  endpointHash: string;
  /** JSON, encrypted (platform/secret-box.ts): anyone who knows the address and the keys can send messages. */
  sealed: string;
  createdAt: string;
}

/**
 * The outbox: an alert that a browser has not been told of yet. What it says is read when it is sent. Without foreign keys, because
 * a session that ends at the same time must not undo what caused the alert.
 */
export interface PushMessagesTable {
  /** New whenever the alert has changed. */
  id: string;
  sessionId: string;
  kind: AlertKind;
  /** The `subject` of the alert. */
  subject: string;
  attempts: number;
  /** While a message is being sent: when another node may try. */
  nextAttemptAt: string;
}

export interface WebhooksTable {
  id: string;
  name: string;
  format: WebhookFormat;
  /** The host and port of the address. A pause that a host asks for holds for all its webhooks. */
  host: string;
  /** Encrypted (platform/secret-box.ts), because anyone who knows the address can post there. */
  sealedAddress: string;
  /** Encrypted: an access token, or the key of the signatures. */
  sealedSecret: string | null;
  /** The part of the address that is no secret. */
  shownAddress: string;
  /** JSON: the names of the events. */
  events: string;
  language: Language;
  isEnabled: number;
  pausedUntil: string | null;
  createdAt: string;
}

/** The outbox of webhooks, and their log. */
export interface WebhookDeliveriesTable {
  id: string;
  webhookId: string;
  event: string;
  /** JSON, `EventData`: what has happened, as it was then. */
  data: string;
  status: 'waiting' | 'sent' | 'failed';
  attempts: number;
  /** Why the last attempt failed, a `WebhookProblem`. */
  problem: string | null;
  httpStatus: number | null;
  answer: string | null;
  createdAt: string;
  sentAt: string | null;
  nextAttemptAt: string | null;
  /** When the claim of the node that is sending this delivery ends. */
  claimedUntil: string | null;
}
