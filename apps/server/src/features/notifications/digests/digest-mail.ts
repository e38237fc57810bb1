// The mail about new games: one game, or several in a list, with the admin's message above them and the way to fewer mails
// below. It takes 45 MB to load: import it only once there is a mail to write.
import type { Language } from '@cellar/contract/accounts.ts';
import type { EmailFrequency } from '@cellar/contract/rules/email-frequency.ts';
import { LRUCache } from 'lru-cache';
import { createElement as h, type ReactNode } from 'react';
import { escapeHtml } from '#platform/escape-html.ts';
import { darkColors, lightColors } from '#platform/mail/mail-colors.ts';
import {
  button,
  heading,
  link,
  mailPage,
  onlyOnPage,
  paragraph,
  type RenderedMail,
  renderPage,
  rule,
  small,
} from '#platform/mail/mail-layout.ts';
import { fill, isGreeted, mailWords } from '#platform/mail/mail-words.ts';
import { shorten } from '#platform/shorten.ts';
import { newId } from '#platform/tokens.ts';
import { type DigestGame, digestGame, digestGameDarkRules } from './digest-game.ts';
import { digestTexts } from './digest-texts.ts';

/** What the mails of many members have in common. */
interface Shared {
  games: DigestGame[];
  /** Games beyond these. */
  moreCount: number;
  libraryUrl: string;
  preferencesUrl: string;
  /** Plain text of several lines; empty for none. */
  customMessage: string;
  language: Language;
  site: string;
  frequency: EmailFrequency;
}

export interface DigestContent extends Shared {
  unsubscribeUrl: string;
  /** Of the account. */
  name: string;
}

type RenderDigest = (content: DigestContent) => Promise<RenderedMail>;

const previewLetters = 120;
const remembered = 20;
const messageStyle = {
  borderLeft: `3px solid ${lightColors.amber}`,
  color: lightColors.text,
  fontSize: '16px',
  lineHeight: '24px',
  margin: '0 0 24px',
  padding: '2px 0 2px 14px',
  wordBreak: 'break-word',
} as const;
const darkRules = `
  .message { color: ${darkColors.text} !important; }${digestGameDarkRules}`;

/** For many mails: what they have in common is rendered once, which takes a hundred times as long as the rest. */
export function createDigestRenderer(): RenderDigest {
  const pages = new LRUCache<string, Promise<RenderedMail>>({ max: remembered });
  // No text can hold these: nobody knows them.
  const slots = { name: `name-${newId()}`, unsubscribeUrl: `https://${newId()}.invalid/` };
  return async ({ name, unsubscribeUrl, ...shared }) => {
    const greeted = isGreeted(name);
    const key = JSON.stringify([shared, greeted]);
    const page = pages.get(key) ?? render({ ...shared, ...slots, name: greeted ? slots.name : '' });
    pages.set(key, page);
    const { subject, html, text } = await page;
    const put = (into: string, as: (value: string) => string) =>
      into.replaceAll(slots.name, () => as(name)).replaceAll(slots.unsubscribeUrl, () => as(unsubscribeUrl));
    return { subject, html: put(html, escapeHtml), text: put(text, String) };
  };
}

function render(content: DigestContent): Promise<RenderedMail> {
  const { games, moreCount, libraryUrl, language, site, name } = content;
  const [first] = games;
  const isSingle = games.length === 1 && moreCount === 0;
  const texts = digestTexts[language];
  const kind = isSingle ? texts.single : texts.batch;
  const values = { site, name, title: first?.title ?? '', n: String(games.length + moreCount) };
  const of = (text: string) => fill(text, values);
  const more = fill(texts.more, { n: String(moreCount) });
  const action = button(isSingle && first ? first.url : libraryUrl, of(kind.button));
  // Its address stands above the button already: with the one game, or with the number of further games.
  const isNamed = isSingle || moreCount > 0;
  const page = mailPage(
    { language, site, preview: previewOf(games), darkRules },
    heading(of(kind.heading)),
    name ? paragraph(of(mailWords[language].greeting)) : null,
    message(content.customMessage),
    ...games.map((game) => digestGame(game, isSingle)),
    moreCount > 0 ? paragraph(link(libraryUrl, more)) : null,
    isNamed ? onlyOnPage(action) : action,
    rule(),
    footer(content),
  );
  return renderPage(of(kind.subject), page);
}

function previewOf(games: DigestGame[]): string {
  return shorten(games.map(({ title }) => title).join(', '), previewLetters);
}

function message(text: string) {
  if (!text) return null;
  return h('p', { className: 'message', style: messageStyle }, ...brokenLines(text));
}

/** Handed over as arguments, not as a list, so that no line needs a name. */
function brokenLines(text: string): ReactNode[] {
  const lines: ReactNode[] = [];
  for (const line of text.split('\n')) lines.push(line, h('br'));
  return lines.slice(0, -1);
}

function footer({ language, frequency, preferencesUrl, unsubscribeUrl, site }: DigestContent) {
  const { reason, preferences, unsubscribe } = digestTexts[language];
  const links = [link(preferencesUrl, preferences), ' · ', link(unsubscribeUrl, unsubscribe)];
  return small(`${reason[frequency]} `, ...links, h('br'), fill(mailWords[language].sentBy, { site }));
}
