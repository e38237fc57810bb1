// The layout of our emails in react-email: a card with the site's logo, in the colors of the page, for light and dark mode.
// Written without JSX, because the server runs its sources without compiling them (docs/decisions/0001).
import type { Language } from '@cellar/contract/people/accounts.ts';
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

// The colors of our emails: those of the page (apps/web/src/ui/tokens.css), but without transparency, which some mail programs
// do not support.

/** The same in light and dark. */
const both = { amber: '#f5a623', onAmber: '#1f1503', tile: '#2b241d', onTile: '#fffaf2' };

export const lightColors = {
  ...both,
  page: '#faf6ef',
  surface: '#fffdf9',
  line: '#e8e3dd',
  text: '#211a12',
  dim: '#665a4b',
  accent: '#8a5200',
};

export const darkColors = {
  ...both,
  page: '#14110e',
  surface: '#1c1814',
  line: '#332d27',
  text: '#f5efe6',
  dim: '#b5a998',
  accent: '#ffb641',
};

const mailBrandStyles = {
  brand: { margin: '0 0 20px' },
  mark: { backgroundColor: '#1d1813', borderRadius: '8px', height: '36px', minWidth: '36px', width: '36px' },
  arch: {
    border: `5px solid ${lightColors.amber}`,
    borderBottom: '0',
    borderRadius: '12px 12px 0 0',
    color: '#fbe3b6',
    fontSize: '17px',
    fontWeight: '700',
    height: '20px',
    lineHeight: '22px',
    margin: '0 auto',
    textAlign: 'center',
    width: '14px',
  },
  name: { paddingLeft: '12px' },
  site: {
    color: lightColors.text,
    fontSize: '17px',
    fontWeight: '750',
    lineHeight: '22px',
    wordBreak: 'break-word',
  },
} as const satisfies Record<string, CSSProperties>;

/**
 * The logo and name of the site at the top of every email. The logo consists of borders and a letter, because many mail
 * programs show neither SVG nor data: URIs.
 */
const brandDarkRules = `
  .mark { background-color: ${darkColors.tile} !important; }
  .site { color: ${darkColors.text} !important; }`;

function brand(site: string) {
  const table = {
    role: 'presentation',
    cellPadding: 0,
    cellSpacing: 0,
    border: 0,
    style: mailBrandStyles.brand,
  };
  const cell = { width: 36, height: 36, align: 'center', valign: 'middle', 'aria-hidden': true } as const;
  const mark = h(
    'td',
    { ...cell, className: 'mark', style: mailBrandStyles.mark },
    h('div', { style: mailBrandStyles.arch }, '↓'),
  );
  const name = h(
    'td',
    { style: mailBrandStyles.name },
    h('span', { className: 'site', style: mailBrandStyles.site }, site),
  );
  // The plain text names the site in its last line.
  return h('table', { ...table, 'data-skip-in-text': 'true' }, h('tbody', null, h('tr', null, mark, name)));
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

interface Page {
  language: Language;
  site: string;
  /** The text that mail programs show beside the subject. */
  preview: string;
  /** Additional CSS rules for dark mode. */
  darkRules?: string;
}

const font = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const styles = {
  body: { backgroundColor: lightColors.page, fontFamily: font, margin: '0', padding: '24px 8px' },
  card: {
    backgroundColor: lightColors.surface,
    border: `1px solid ${lightColors.line}`,
    borderRadius: '14px',
    borderTop: `4px solid ${lightColors.amber}`,
    maxWidth: '560px',
    padding: '24px 28px 20px',
  },
  heading: {
    color: lightColors.text,
    fontSize: '22px',
    lineHeight: '28px',
    margin: '0 0 16px',
    wordBreak: 'break-word',
  },
  text: {
    color: lightColors.text,
    fontSize: '16px',
    lineHeight: '24px',
    margin: '0 0 16px',
    wordBreak: 'break-word',
  },
  button: {
    backgroundColor: lightColors.amber,
    borderRadius: '10px',
    color: lightColors.onAmber,
    fontSize: '16px',
    fontWeight: '650',
    padding: '12px 22px',
    textDecoration: 'none',
  },
  small: {
    color: lightColors.dim,
    fontSize: '13px',
    lineHeight: '20px',
    margin: '16px 0 0',
    wordBreak: 'break-word',
  },
  link: { color: lightColors.accent, textDecoration: 'underline' },
  rule: { borderColor: lightColors.line, margin: '24px 0 0' },
} as const satisfies Record<string, CSSProperties>;

/** For mail programs that support dark mode; others show the light colors. The button looks the same in both. */
const darkRules = `
  .body, .body > table > tbody > tr > td { background-color: ${darkColors.page} !important; }
  .card { border-color: ${darkColors.amber} ${darkColors.line} ${darkColors.line} !important; }
  .card, .card > tbody > tr > td { background-color: ${darkColors.surface} !important; }
  .rule { border-color: ${darkColors.line} !important; }
  .heading, .text { color: ${darkColors.text} !important; }
  .text a, .small a { color: ${darkColors.accent} !important; }
  .small { color: ${darkColors.dim} !important; }${brandDarkRules}`;

export const heading = (text: string) =>
  h(Heading, { as: 'h1', className: 'heading', style: styles.heading }, text);
export const paragraph = (...content: ReactNode[]) =>
  h(Text, { className: 'text', style: styles.text }, ...content);
export const small = (...content: ReactNode[]) =>
  h(Text, { className: 'small', style: styles.small }, ...content);
export const button = (href: string, text: string) =>
  h(Button, { className: 'button', href, style: styles.button }, text);
export const link = (href: string, text: string) => h(Link, { href, style: styles.link }, text);
/** For content that the plain text omits because it already says the same. */
export const onlyOnPage = (...content: ReactNode[]) => h('span', { 'data-skip-in-text': 'true' }, ...content);
export const rule = () => h(Hr, { className: 'rule', style: styles.rule });

export function mailPage({ language, site, preview, darkRules: more = '' }: Page, ...content: ReactNode[]) {
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
      h(Container, { className: 'card', style: styles.card }, brand(site), ...content),
    ),
  );
}

/** By default, the library converts headings to capitals. */
const asWritten = ['h1', 'h2'].map((selector) => ({ selector, options: { uppercase: false } }));

export async function renderPage(subject: string, page: ReactNode): Promise<RenderedMail> {
  // React adds preload links for pictures, but the pictures of an email are attached.
  const html = (await render(page)).replace(/<link rel="preload"[^>]*>/g, '');
  return { subject, html, text: toPlainText(html, { selectors: asWritten }) };
}
