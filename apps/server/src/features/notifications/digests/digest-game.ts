// One game in a mail about new games: its cover, or a tile with its title where it has none, and the facts that help to
// choose. A part of digest-mail.ts.
import { createElement as h } from 'react';
import { darkColors, lightColors } from '#platform/mail/mail-colors.ts';
import { shorten } from '#platform/shorten.ts';

export interface DigestGame {
  title: string;
  /** Its page. */
  url: string;
  /** `cid:…`, or a data: URI where nothing can be attached. */
  coverSrc?: string | undefined;
  year?: string | number | undefined;
  developer?: string | undefined;
  platforms: string[];
  summary?: string | undefined;
}

/** A mail of more than 102 KB is cut by Gmail: no game may take more than its share of the digest. */
const lengths = { title: 120, facts: 100, platforms: 120 };
/** Pixels of the cover, and letters of the summary. */
const sizes = { single: { cover: 128, summary: 400 }, batch: { cover: 88, summary: 140 } };

const styles = {
  game: { margin: '0 0 24px' },
  told: { paddingLeft: '16px' },
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

export const digestGameDarkRules = `
  .title a { color: ${darkColors.accent} !important; }
  .facts { color: ${darkColors.dim} !important; }`;

export function digestGame(game: DigestGame, isSingle: boolean) {
  const { cover, summary } = isSingle ? sizes.single : sizes.batch;
  const text = game.summary
    ? h('p', { className: 'text', style: styles.summary }, shorten(game.summary, summary))
    : null;
  const shown = h(
    'td',
    { width: cover, valign: 'top' },
    game.coverSrc ? picture(game, cover) : tile(game, cover),
  );
  const told = h('td', { valign: 'top', style: styles.told }, ...facts(game), isSingle ? null : text);
  const table = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, width: '100%' };
  return h(
    'div',
    { style: styles.game },
    h('table', table, h('tbody', null, h('tr', null, shown, told))),
    // On a phone there is no room for more than a few lines beside a large cover.
    isSingle ? text : null,
  );
}

function facts({ title, url, year, developer, platforms }: DigestGame) {
  // As all links of mails do: in the frame of a preview it must not put its page in the mail's place.
  const target = { href: url, target: '_blank' };
  const name = h('a', { ...target, style: styles.titleLink }, shorten(title, lengths.title));
  const known = [year, developer].filter(Boolean).join(' · ');
  return [
    h('h2', { className: 'title', style: styles.title }, name),
    fact(known, lengths.facts),
    fact(platforms.join(', '), lengths.platforms),
  ];
}

function fact(text: string, most: number) {
  return text ? h('p', { className: 'facts', style: styles.facts }, shorten(text, most)) : null;
}

/** The title beside it is the link: another one to the same place is only in the way of who listens. */
function picture({ title, coverSrc }: DigestGame, width: number) {
  return h('img', { src: coverSrc, width, alt: shorten(title, lengths.title), style: styles.cover });
}

/** Dark in light mails too, as the covers are that the page draws. The title beside it is the one that is read. */
function tile({ title }: DigestGame, width: number) {
  const shown = shorten(title, lengths.title);
  const isLong = shown.length > 40 || shown.split(/[\s-]+/).some((word) => word.length > 10);
  const fontSize = Math.round(width / (isLong ? 9 : 6.5));
  // As large as a cover, with its padding and the line above it.
  const cell = { width: width - 16, height: width * 1.5 - 20, valign: 'bottom' } as const;
  const style = { ...styles.tile, fontSize: `${fontSize}px`, lineHeight: `${Math.round(fontSize * 1.2)}px` };
  const table = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, width };
  const row = h('tr', null, h('td', { ...cell, className: 'tile', style }, shown));
  return h(
    'table',
    { ...table, 'aria-hidden': true, 'data-skip-in-text': 'true', style: { tableLayout: 'fixed' } },
    h('tbody', null, row),
  );
}
