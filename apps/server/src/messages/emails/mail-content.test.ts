// Every email in every language, as an email program receives it, including hostile names.

import { api } from '@cellar/contract/api.ts';
import { type Language, languages } from '@cellar/contract/people/accounts.ts';
import { describe, expect, it } from 'vitest';
import { mailWords } from '#platform/mail/mail-words.ts';
import type { Account } from '#test/client.ts';
import { newcomer } from '#test/logins.ts';
import { linkIn, type ReceivedMail } from '#test/mail-server.ts';
import { sharedApp, sharedMailServer } from '#test/shared-app.ts';
import { type MailKind, mailTexts } from './mail-texts.ts';

const site = 'Zoë’s <b>"Shelf"</b> & Söhne ✨ 游戏';
const name = 'Ünal "Q" <script>alert(1) & 李';
const values = {
  ...{ device: 'Fire <i>fox</i>', address: '192.0.2.7 (Club & Haus)', time: '1 January 2031 at 10:00' },
  ...{ email: 'new@cellar.example', date: '1 January 2031', count: '3', left: '9' },
  ...{ title: 'Löwe <i>& Co</i>', reason: 'No <b>"room"</b> & no time', free: '4.0 GB' },
  ...{ label: 'Club <i>& Co</i>', login: 'someone@cellar.example', list: 'Outpost; Undertow' },
};
const url = `https://games.example.org/verify-email?token=${'aB3-_'.repeat(8)}`;
const kinds = Object.keys(mailTexts.en).filter((key) => typeof mailTexts.en[key as MailKind] === 'object');

const mail = sharedMailServer();
const app = sharedApp(() => ({ env: { ...mail.env, SITE_NAME: site } }));

async function send(kind: MailKind, language: Language, who = name): Promise<ReceivedMail> {
  const { mails, database } = app.services;
  // Some kinds are only for admins.
  const { id: userId, email: to } = (await app.as('admin')).account as Account;
  const prepared = await mails.prepare({ kind, to, userId, language, url, name: who, values });
  await mails.enqueue(database.db, prepared);
  await mails.deliverDue();
  return mail.next(to);
}

/** Returns the visible text without tags. */
function visible(html = ''): string {
  const body = html.replace(/^.*<body/s, '<body').replace(/<!--.*?-->/gs, '');
  const plain = body.replace(/<[^>]+>/g, '');
  return plain
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}

describe.each(languages)('in %s', (language) => {
  it.each(kinds as MailKind[])('%s arrives complete', async (kind) => {
    const received = await send(kind, language);
    const texts = mailTexts[language][kind];
    const all: Record<string, string> = { site, name, ...values };
    const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, key: string) => all[key] ?? '');

    expect(received.subject).toBe(filled(texts.subject));
    expect(received.html).toContain(`lang="${language}"`);
    for (const text of [texts.body, texts.note, mailWords[language].greeting].map(filled)) {
      expect(received.text?.replace(/\s+/g, ' ')).toContain(text.replace(/\s+/g, ' '));
      expect(visible(received.html)).toContain(text);
    }
    expect(linkIn(received).href).toBe(url);
    expect(received.attachments).toEqual([]);
    expect(received.html).not.toContain('<script');
    // The HTML shows the full address in addition to the button. In plain text, it would appear twice.
    expect(visible(received.html)).toContain(mailTexts[language].linkHint);
    expect(received.text).not.toContain(mailTexts[language].linkHint);
    expect(received.text?.split(url)).toHaveLength(2);
    for (const part of [received.subject, received.text, received.html]) {
      expect(part).not.toMatch(/undefined|\[object|\{(site|name|email|date|count|left)\}/);
    }
  });
});

describe('an email', () => {
  it('has a text and an HTML part, one recipient and the required headers', async () => {
    const received = await send('verify', 'en');
    expect(received.source).toMatch(/content-type: multipart\/alternative/i);
    expect(received.recipients).toHaveLength(1);
    expect(received.to).toEqual([{ name: '', address: received.recipients[0] }]);
    expect([received.cc, received.bcc]).toEqual([undefined, undefined]);
    expect(received.from).toEqual({ name: 'Cellar', address: 'library@cellar.example' });
    expect(received.messageId).toMatch(/^<[\w-]+@cellar\.example>$/);
    expect(Math.abs(Date.parse(received.date ?? '') - Date.now())).toBeLessThan(60_000);
    expect(received.headers.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id', 'mime-version']),
    );
    // RFC 5322 section 2.1.1, and RFC 2047 for non-ASCII characters.
    for (const line of received.source.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
    expect(received.source).toMatch(/^[\x20-\x7e\r\n\t]*$/);
  });

  it('has no greeting without a name', async () => {
    const received = await send('invitation', 'en', '');
    expect(received.text).not.toContain('Hello');
  });

  it.each(['https://elsewhere.example', 'Win at elsewhere.example', 'a/b', 'me@elsewhere.example'])(
    'omits a name that an email program would turn into a link: %s',
    async (who) => {
      const { text, html = '' } = await send('verify', 'en', who);
      for (const part of [text, html]) expect(part).not.toContain(who);
    },
  );

  it.each(['J. R. Sample', 'Sample Jr.', 'Zoë'])('greets %s', async (who) => {
    expect((await send('verify', 'en', who)).text).toContain(`Hello ${who},`);
  });

  it('has the logo and name of the site, and its color on the button', async () => {
    const { html = '', text } = await send('verify', 'en');
    expect(html).toContain('class="mark"');
    expect(visible(/<span class="site".*?<\/span>/s.exec(html)?.[0])).toBe(site);
    expect(/<a [^>]*class="button"[^>]*>/.exec(html)?.[0]).toContain('background-color:#f5a623');
    expect(text).not.toContain('↓');
  });

  it('loads nothing from the network', async () => {
    const { html = '' } = await send('approved', 'fr');
    expect(html).not.toMatch(/<(img|link|script|iframe)\b|@import|@font-face|url\(/i);
    for (const [, address] of html.matchAll(/(?:href|src)="([^"]*)"/g)) expect(address).toBe(url);
  });

  it.each(['A\r\nBcc: victim@cellar.example', 'A\nBcc: victim@cellar.example', 'A\r\n\r\n<p>body</p>'])(
    'has no headers from the name of the site: %j',
    async (siteName) => {
      await app.services.settings.set(app.services.database.db, { siteName });
      const received = await send('verify', 'en', siteName);
      await app.services.settings.set(app.services.database.db, { siteName: site });
      expect(received.recipients).toHaveLength(1);
      expect(received.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
      expect(received.headers.filter(({ key }) => key === 'subject')).toHaveLength(1);
      expect(received.subject).not.toMatch(/[\r\n]/);
    },
  );

  it.each(["o'neil+tag@cellar.example", 'first.last-x_y@sub.cellar.example'])(
    'is sent only to %s',
    async (email) => {
      await app.visitor.call(api.register, { json: newcomer({ email }) });
      expect((await mail.next(email)).recipients).toEqual([email]);
    },
  );

  it('is in the language that the member chose last', async () => {
    const member = await app.as('member');
    await member.call(api.updatePreferences, { json: { language: 'es' } });
    const email = member.account?.email ?? '';
    await app.visitor.call(api.forgotPassword, { json: { email } });
    expect((await mail.next(email)).subject).toMatch(/^Crea una contraseña nueva para /);
  });
});
