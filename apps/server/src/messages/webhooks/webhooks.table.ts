import type { WebhookFormat } from '@cellar/contract/messages/rules/webhooks.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';

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
