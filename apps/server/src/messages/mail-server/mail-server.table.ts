import type { MailSecurity } from '@cellar/contract/messages/mail-server.ts';

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
