import type { AlertKind } from '@cellar/contract/messages/rules/alerts.ts';

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
