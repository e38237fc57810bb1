// Delivers one mail: the port, and SMTP behind it (RFC 5321; TLS and authentication by the URL).
import { createTransport } from 'nodemailer';

export interface OutgoingMail {
  /** Names the mail to the servers on its way: the same for every try, so that a doubled one can be told. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

export interface Mailer {
  /** Resolves when the next server has taken the mail over. */
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
}

const timeoutMs = 20_000;

export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...timeouts });
  return {
    async deliver({ id, ...mail }) {
      await transport.sendMail({ from, ...mail, messageId: messageIdOf(id, from) });
    },
    close: () => transport.close(),
  };
}

export function messageIdOf(id: string, from: string): string {
  const domain = /@([^<>@\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return `<${id}@${domain}>`;
}
