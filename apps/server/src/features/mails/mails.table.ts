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
  /** JSON, `MailPicture[]`: the pictures in the mail, which are read at delivery. */
  attachments: Generated<string>;
  status: 'waiting' | 'sent' | 'failed';
  attempts: number;
  lastError: string | null;
  createdAt: string;
  nextAttemptAt: string | null;
  sentAt: string | null;
  /** When the mail was written to the outbox folder. Null when a mail server is configured. */
  filedAt: string | null;
  /** JSON, `MailContent`: the source of both bodies, rendered when the mail is sent or read. Null: the bodies are stored. */
  content: Generated<string | null>;
  /** Mails with a lower value are sent first: 0 when a person waits for the mail, 1 for news. */
  urgency: Generated<number>;
  /** While a node sends the mail: when the claim of that node ends. */
  claimedUntil: Generated<string | null>;
}
