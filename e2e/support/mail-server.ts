// A real SMTP server that receives the site's emails. Call `const mails = useMailServer()` before `useSite({}, mails)`.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { afterAll, beforeAll } from 'vitest';
import { eventually } from '../../test/waiting.ts';

export interface ReceivedMail {
  recipients: string[];
  subject: string;
  text: string;
  html: string;
  /** The link of its button. */
  link: string;
}

export class MailServer {
  #mails: ReceivedMail[] = [];
  /** The number of emails already returned by `next` for each address. */
  #asked = new Map<string, number>();
  #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, { envelope }, done) => {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      this.#take(stream, recipients).then(() => done(), done);
    },
  });

  async open(): Promise<void> {
    // A server that is killed closes its connection in the middle of a command.
    this.#server.on('error', () => undefined);
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }

  get env(): Record<string, string> {
    const { port } = this.#server.server.address() as AddressInfo;
    return { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Cellar <library@cellar.example>' };
  }

  to(address: string): ReceivedMail[] {
    return this.#mails.filter(({ recipients }) => recipients.includes(address));
  }

  /** Waits for the next email to this address and returns it, oldest first. */
  async next(address: string): Promise<ReceivedMail> {
    const index = this.#asked.get(address) ?? 0;
    const mail = await eventually(() => {
      const found = this.to(address)[index];
      if (!found) throw new Error(`Email ${index + 1} to ${address} did not arrive`);
      return found;
    });
    this.#asked.set(address, index + 1);
    return mail;
  }

  /** Like `next`, but passes over other emails, such as those about logins on new devices. */
  async nextAbout(address: string, subject: string): Promise<ReceivedMail> {
    for (;;) {
      const mail = await this.next(address);
      if (mail.subject === subject) return mail;
    }
  }

  async #take(stream: SMTPServerDataStream, recipients: string[]): Promise<void> {
    const source = Buffer.concat(await stream.toArray());
    const { subject = '', text = '', html = '' } = await PostalMime.parse(source);
    const link = /<a\b[^>]*\bhref="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    if (!text.includes(link)) throw new Error(`The text part of "${subject}" does not contain ${link}`);
    this.#mails.push({ recipients, subject, text, html, link });
  }
}

export function useMailServer(): MailServer {
  const server = new MailServer();
  beforeAll(() => server.open());
  afterAll(() => server.close());
  return server;
}
