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
