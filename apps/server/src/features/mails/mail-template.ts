// The one layout of our mails, in react-email: a heading, a few lines, a button. Written without JSX, because the server
// runs its sources as they are (docs/decisions/0001).
import type { Language } from '@cellar/contract/accounts.ts';
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  render,
  Text,
} from '@react-email/components';
import { type CSSProperties, createElement as h } from 'react';
import { fill, type MailKind, mailTexts } from './mail-texts.ts';

export interface MailContent {
  kind: MailKind;
  language: Language;
  site: string;
  /** What the button opens. */
  url: string;
  /** Of the account; without one there is no greeting. */
  name?: string;
  /** Further placeholders of the texts. */
  values?: Record<string, string>;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

const font = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const styles: Record<string, CSSProperties> = {
  body: { backgroundColor: '#f5f1ea', fontFamily: font, margin: '0', padding: '24px 8px' },
  card: {
    backgroundColor: '#fffdf9',
    border: '1px solid #e2d9ca',
    borderRadius: '12px',
    maxWidth: '560px',
    padding: '28px 28px 20px',
  },
  heading: { color: '#211b14', fontSize: '22px', lineHeight: '28px', margin: '0 0 16px' },
  text: { color: '#3b3228', fontSize: '16px', lineHeight: '24px', margin: '0 0 16px' },
  button: {
    backgroundColor: '#8a4b08',
    borderRadius: '8px',
    color: '#ffffff',
    fontSize: '16px',
    fontWeight: '600',
    padding: '12px 20px',
    textDecoration: 'none',
  },
  small: {
    color: '#6b5f50',
    fontSize: '13px',
    lineHeight: '20px',
    margin: '16px 0 0',
    wordBreak: 'break-word',
  },
  link: { color: '#8a4b08', textDecoration: 'underline' },
  rule: { borderColor: '#e2d9ca', margin: '24px 0 0' },
};

/** Mail programs that know dark colours are told ours; the others show the light ones. */
const darkStyle = `
@media (prefers-color-scheme: dark) {
  .body, .body > table > tbody > tr > td { background-color: #14110d !important; }
  .card, .card > tbody > tr > td { background-color: #1e1a15 !important; border-color: #3a3228 !important; }
  .rule { border-color: #3a3228 !important; }
  .heading { color: #f6efe4 !important; }
  .text { color: #d9cfc0 !important; }
  .small, .small a { color: #b3a793 !important; }
  .button { background-color: #e0912f !important; color: #14110d !important; }
}`;

/** Strangers choose their names, and whose address gets the mail: what a mail program makes a link of is not passed on. */
function isGreeted(name: string): boolean {
  return !/[/:@]|[^\s.]\.[^\s.]/.test(name);
}

export async function renderMail(content: MailContent): Promise<RenderedMail> {
  const all = mailTexts[content.language];
  const texts = all[content.kind];
  const values = { site: content.site, name: content.name ?? '', ...content.values };
  const of = (text: string) => fill(text, values);
  const text = (value: string) => h(Text, { className: 'text', style: styles.text ?? {} }, value);
  const mail = h(
    Html,
    { lang: content.language },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', null, darkStyle),
    ),
    h(Preview, null, of(texts.heading)),
    h(
      Body,
      { className: 'body', style: styles.body ?? {} },
      h(
        Container,
        { className: 'card', style: styles.card ?? {} },
        h(Heading, { as: 'h1', className: 'heading', style: styles.heading ?? {} }, of(texts.heading)),
        content.name && isGreeted(content.name) ? text(of(all.greeting)) : null,
        text(of(texts.body)),
        h(Button, { className: 'button', href: content.url, style: styles.button ?? {} }, of(texts.button)),
        h(Text, { className: 'small', style: styles.small ?? {} }, of(texts.note)),
        h(Hr, { className: 'rule', style: styles.rule ?? {} }),
        h(
          Text,
          { className: 'small', style: styles.small ?? {} },
          `${of(all.linkHint)} `,
          h(Link, { href: content.url, style: styles.link ?? {} }, content.url),
          h('br'),
          of(all.sentBy),
        ),
      ),
    ),
  );
  return {
    subject: of(texts.subject),
    html: await render(mail),
    text: await render(mail, { plainText: true }),
  };
}
