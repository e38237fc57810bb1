// Renders the email about new games on the mail thread: the admin's message, one game or a list, and the links for receiving fewer emails.
import { createElement as h, type ReactNode } from 'react';
import {
  button,
  darkColors,
  heading,
  lightColors,
  link,
  mailPage,
  onlyOnPage,
  paragraph,
  type RenderedMail,
  renderPage,
  rule,
  small,
} from '#platform/mail/mail-layout.ts';
import { fill, mailWords } from '#platform/mail/mail-words.ts';
import { shorten } from '#platform/shorten.ts';
import { digestTexts } from './digest-texts.ts';
import type { DigestContent, DigestGame } from './digest-writer.ts';

/** In characters. Gmail clips emails over 102 KB, so the text of each game is limited. */
const maxLengths = { title: 120, facts: 100, platforms: 120, preview: 120 };
/** Cover width in pixels, and summary length in characters. */
const sizes = { single: { cover: 128, summary: 400 }, batch: { cover: 88, summary: 140 } };

const styles = {
  message: {
    borderLeft: `3px solid ${lightColors.amber}`,
    color: lightColors.text,
    fontSize: '16px',
    lineHeight: '24px',
    margin: '0 0 24px',
    padding: '2px 0 2px 14px',
    wordBreak: 'break-word',
  },
  game: { margin: '0 0 24px' },
  details: { paddingLeft: '16px' },
  summary: { color: lightColors.text, fontSize: '15px', lineHeight: '22px', margin: '8px 0 0' },
  cover: { borderRadius: '6px', display: 'block', height: 'auto' },
  tile: {
    backgroundColor: lightColors.tile,
    borderRadius: '6px',
    borderTop: `4px solid ${lightColors.amber}`,
    color: lightColors.onTile,
    fontWeight: '700',
    padding: '8px',
    wordBreak: 'break-word',
  },
  title: { fontSize: '18px', lineHeight: '24px', margin: '0 0 4px', wordBreak: 'break-word' },
  titleLink: { color: lightColors.accent, textDecoration: 'none' },
  facts: { color: lightColors.dim, fontSize: '14px', lineHeight: '20px', margin: '0 0 4px' },
} as const;

const darkRules = `
  .message { color: ${darkColors.text} !important; }
  .title a { color: ${darkColors.accent} !important; }
  .facts { color: ${darkColors.dim} !important; }`;

export function render(content: DigestContent): Promise<RenderedMail> {
  const { games, moreCount, libraryUrl, language, site, name } = content;
  const [first] = games;
  const isSingle = games.length === 1 && moreCount === 0;
  const texts = digestTexts[language];
  const kind = isSingle ? texts.single : texts.batch;
  const values = { site, name, title: first?.title ?? '', n: String(games.length + moreCount) };
  const of = (text: string) => fill(text, values);
  const action = button(isSingle && first ? first.url : libraryUrl, of(kind.button));
  const preview = shorten(games.map(({ title }) => title).join(', '), maxLengths.preview);
  // The plain text already contains the button's URL: next to the single game, or next to the number of further games.
  const isAddressShown = isSingle || moreCount > 0;
  const page = mailPage(
    { language, site, preview, darkRules },
    heading(of(kind.heading)),
    name ? paragraph(of(mailWords[language].greeting)) : null,
    message(content.customMessage),
    ...games.map((game) => gameSection(game, isSingle)),
    moreCount > 0 ? paragraph(link(libraryUrl, fill(texts.more, { n: String(moreCount) }))) : null,
    isAddressShown ? onlyOnPage(action) : action,
    rule(),
    footer(content),
  );
  return renderPage(of(kind.subject), page);
}

/** The lines are passed as separate arguments, because a list would need React keys. */
function message(text: string) {
  if (!text) return null;
  const lines: ReactNode[] = [];
  for (const line of text.split('\n')) lines.push(line, h('br'));
  return h('p', { className: 'message', style: styles.message }, ...lines.slice(0, -1));
}

function footer({ language, frequency, preferencesUrl, unsubscribeUrl, site }: DigestContent) {
  const { reason, preferences, unsubscribe } = digestTexts[language];
  const links = [link(preferencesUrl, preferences), ' · ', link(unsubscribeUrl, unsubscribe)];
  return small(`${reason[frequency]} `, ...links, h('br'), fill(mailWords[language].sentBy, { site }));
}

function gameSection(game: DigestGame, isSingle: boolean) {
  const { cover, summary } = isSingle ? sizes.single : sizes.batch;
  const text = game.summary
    ? h('p', { className: 'text', style: styles.summary }, shorten(game.summary, summary))
    : null;
  const coverCell = h(
    'td',
    { width: cover, valign: 'top' },
    game.coverSrc ? picture(game, cover) : tile(game, cover),
  );
  const details = h('td', { valign: 'top', style: styles.details }, ...facts(game), isSingle ? null : text);
  const table = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, width: '100%' };
  return h(
    'div',
    { style: styles.game },
    h('table', table, h('tbody', null, h('tr', null, coverCell, details))),
    // On a phone, only a few lines fit beside a large cover.
    isSingle ? text : null,
  );
}

function facts({ title, url, year, developer, platforms }: DigestGame) {
  // Without `_blank`, a link would replace the email in the preview's frame.
  const target = { href: url, target: '_blank' };
  const name = h('a', { ...target, style: styles.titleLink }, shorten(title, maxLengths.title));
  return [
    h('h2', { className: 'title', style: styles.title }, name),
    fact([year, developer].filter(Boolean).join(' · '), maxLengths.facts),
    fact(platforms.join(', '), maxLengths.platforms),
  ];
}

function fact(text: string, maxLength: number) {
  return text ? h('p', { className: 'facts', style: styles.facts }, shorten(text, maxLength)) : null;
}

/** Not a link: the title beside it already is one, and a second link would only be noise for screen readers. */
function picture({ title, coverSrc }: DigestGame, width: number) {
  return h('img', { src: coverSrc, width, alt: shorten(title, maxLengths.title), style: styles.cover });
}

/** Replaces a missing cover. Dark even in light emails, like the tiles on the site. Hidden from screen readers. */
function tile({ title }: DigestGame, width: number) {
  const text = shorten(title, maxLengths.title);
  const isLong = text.length > 40 || text.split(/[\s-]+/).some((word) => word.length > 10);
  const fontSize = Math.round(width / (isLong ? 9 : 6.5));
  // The size of a cover minus the padding and the border on top.
  const cell = { width: width - 16, height: width * 1.5 - 20, valign: 'bottom' } as const;
  const style = { ...styles.tile, fontSize: `${fontSize}px`, lineHeight: `${Math.round(fontSize * 1.2)}px` };
  const table = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, width };
  const row = h('tr', null, h('td', { ...cell, className: 'tile', style }, text));
  return h(
    'table',
    { ...table, 'aria-hidden': true, 'data-skip-in-text': 'true', style: { tableLayout: 'fixed' } },
    h('tbody', null, row),
  );
}
