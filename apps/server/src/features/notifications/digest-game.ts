// One game in a mail about new games: its cover, or its first letter where it has none, and the facts that help to choose.
// A part of digest-mail.ts.
import { createElement as h } from 'react';
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
  summary: { color: '#3b3228', fontSize: '15px', lineHeight: '22px', margin: '8px 0 0' },
  cover: { borderRadius: '6px', display: 'block', height: 'auto' },
  letter: {
    backgroundColor: '#e9e0d0',
    borderRadius: '6px',
    color: '#8a4b08',
    fontWeight: '700',
    textAlign: 'center',
  },
  title: { fontSize: '18px', lineHeight: '24px', margin: '0 0 4px', wordBreak: 'break-word' },
  titleLink: { color: '#8a4b08', textDecoration: 'none' },
  facts: { color: '#6b5f50', fontSize: '14px', lineHeight: '20px', margin: '0 0 4px' },
} as const;

export const digestGameDarkRules = `
  .title a { color: #e0912f !important; }
  .facts { color: #b3a793 !important; }
  .letter { background-color: #3a3228 !important; color: #e0912f !important; }`;

export function digestGame(game: DigestGame, isSingle: boolean) {
  const { cover, summary } = isSingle ? sizes.single : sizes.batch;
  const text = game.summary
    ? h('p', { className: 'text', style: styles.summary }, shorten(game.summary, summary))
    : null;
  const shown = h(
    'td',
    { width: cover, valign: 'top' },
    game.coverSrc ? picture(game, cover) : letter(game, cover),
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

function letter({ title }: DigestGame, width: number) {
  const [first] = new Intl.Segmenter().segment(title.trim());
  const size = {
    height: `${width * 1.5}px`,
    lineHeight: `${width * 1.5}px`,
    width: `${width}px`,
    fontSize: `${width / 2.5}px`,
  };
  const hidden = { 'aria-hidden': true, 'data-skip-in-text': 'true' };
  return h(
    'div',
    { className: 'letter', style: { ...styles.letter, ...size }, ...hidden },
    (first?.segment ?? '').toUpperCase(),
  );
}
