// The look of our mails, in react-email: a card on a calm ground, light and dark. Written without JSX, because the server runs
// its sources as they are (docs/decisions/0001). Used by the features that write mails.
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
  toPlainText,
} from '@react-email/components';
import { type CSSProperties, createElement as h, type ReactNode } from 'react';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

interface Page {
  language: Language;
  /** What a list of mails shows beside the subject. */
  preview: string;
  /** Rules beside the layout's, for mail programs that know dark colours. */
  darkRules?: string;
}

const font = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const styles = {
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
} as const satisfies Record<string, CSSProperties>;

/** Mail programs that know dark colours are told ours; the others show the light ones. */
const darkRules = `
  .body, .body > table > tbody > tr > td { background-color: #14110d !important; }
  .card, .card > tbody > tr > td { background-color: #1e1a15 !important; border-color: #3a3228 !important; }
  .rule { border-color: #3a3228 !important; }
  .heading { color: #f6efe4 !important; }
  .text { color: #d9cfc0 !important; }
  .text a { color: #e0912f !important; }
  .small, .small a { color: #b3a793 !important; }
  .button { background-color: #e0912f !important; color: #14110d !important; }`;

export const heading = (text: string) =>
  h(Heading, { as: 'h1', className: 'heading', style: styles.heading }, text);
export const paragraph = (...content: ReactNode[]) =>
  h(Text, { className: 'text', style: styles.text }, ...content);
export const small = (...content: ReactNode[]) =>
  h(Text, { className: 'small', style: styles.small }, ...content);
export const button = (href: string, text: string) =>
  h(Button, { className: 'button', href, style: styles.button }, text);
export const link = (href: string, text: string) => h(Link, { href, style: styles.link }, text);
export const rule = () => h(Hr, { className: 'rule', style: styles.rule });

export function mailPage({ language, preview, darkRules: more = '' }: Page, ...content: ReactNode[]) {
  const style = `\n@media (prefers-color-scheme: dark) {${darkRules}${more}\n}`;
  return h(
    Html,
    { lang: language },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', null, style),
    ),
    h(Preview, null, preview),
    h(
      Body,
      { className: 'body', style: styles.body },
      h(Container, { className: 'card', style: styles.card }, ...content),
    ),
  );
}

/** Titles are names: by itself the library writes headings in capitals. */
const asWritten = ['h1', 'h2'].map((selector) => ({ selector, options: { uppercase: false } }));

export async function renderPage(subject: string, page: ReactNode): Promise<RenderedMail> {
  // React has a page load its pictures early; in a mail they are attached.
  const html = (await render(page)).replace(/<link rel="preload"[^>]*>/g, '');
  return { subject, html, text: toPlainText(html, { selectors: asWritten }) };
}
