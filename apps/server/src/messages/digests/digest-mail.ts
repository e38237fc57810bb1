// The email about new games. What is the same for many members is rendered once.

import type { EmailFrequency } from '@cellar/contract/messages/rules/email-frequency.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import { LRUCache } from 'lru-cache';
import { escapeHtml } from '#platform/escape-html.ts';
import type { RenderedMail } from '#platform/mail/mail-layout.ts';
import { renderMail } from '#platform/mail/mail-thread.ts';
import { isGreeted } from '#platform/mail/mail-words.ts';
import { newId } from '#platform/tokens.ts';

export interface DigestGame {
  title: string;
  /** The game's page. */
  url: string;
  /** `cid:…`, or a data URI in the preview, which has no attachments. */
  coverSrc?: string | undefined;
  year?: string | number | undefined;
  developer?: string | undefined;
  platforms: string[];
  summary?: string | undefined;
}

/** The part of a digest that is the same for many members. */
interface SharedContent {
  games: DigestGame[];
  /** The number of new games that are not in `games`. */
  moreCount: number;
  libraryUrl: string;
  preferencesUrl: string;
  /** Plain text, possibly several lines. Empty if there is no message. */
  customMessage: string;
  language: Language;
  site: string;
  frequency: EmailFrequency;
}

export interface DigestContent extends SharedContent {
  unsubscribeUrl: string;
  /** The member's name. */
  name: string;
}

type RenderDigest = (content: DigestContent) => Promise<RenderedMail>;

const template = new URL('./digest-template.ts', import.meta.url);
const maxCachedPages = 20;

/**
 * Returns a function that renders one email per member. It renders the shared content only once, with placeholders, because that
 * takes a hundred times as long as filling in a member's name and link.
 */
export function createDigestRenderer(): RenderDigest {
  const pages = new LRUCache<string, Promise<RenderedMail>>({ max: maxCachedPages });
  // Random, so that no admin's message or title can contain a placeholder.
  const placeholders = { name: `name-${newId()}`, unsubscribeUrl: `https://${newId()}.invalid/` };
  return async ({ name, unsubscribeUrl, ...shared }) => {
    const greeted = isGreeted(name);
    const key = JSON.stringify([shared, greeted]);
    const page =
      pages.get(key) ??
      renderMail(template, { ...shared, ...placeholders, name: greeted ? placeholders.name : '' });
    pages.set(key, page);
    const { subject, html, text } = await page;
    const fillIn = (page: string, encode: (value: string) => string) =>
      page
        .replaceAll(placeholders.name, () => encode(name))
        .replaceAll(placeholders.unsubscribeUrl, () => encode(unsubscribeUrl));
    return { subject, html: fillIn(html, escapeHtml), text: fillIn(text, String) };
  };
}
