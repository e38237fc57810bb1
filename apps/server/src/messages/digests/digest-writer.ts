// Writes the emails of one run of the digests job, and of the preview. Reads the data that members share only once.

import type { EmailFrequency } from '@cellar/contract/messages/rules/email-frequency.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/schema.ts';
import type { Base } from '#platform/base.ts';
import { escapeHtml } from '#platform/escape-markup.ts';
import type { RenderedMail } from '#platform/mail/mail-layout.ts';
import { renderMail } from '#platform/mail/mail-thread.ts';
import { isGreeted } from '#platform/mail/mail-words.ts';
import { shorten } from '#platform/shorten.ts';
import { newId } from '#platform/tokens.ts';
import type { ComposedMail, MailPicture } from '../emails/mails.service.ts';
import type { UnsubscribeService } from '../unsubscribe.service.ts';
import {
  type AnnouncedRange,
  countAnnounced,
  listAnnounced,
  listPlatforms,
} from './announcements.repository.ts';
import type { Reader } from './digests.repository.ts';

interface Deps extends Pick<Base, 'db' | 'publicUrl'> {
  unsubscribe: UnsubscribeService;
  customMessage: string;
  site: string;
}

export interface Digest {
  games: DigestGame[];
  pictures: MailPicture[];
  /** The number of new games that are not in `games`. */
  moreCount: number;
}

interface GameRow {
  id: string;
  title: string;
  boxArt: string | null;
  releaseDate: string | null;
  developer: string | null;
  description: string;
}

/** An email lists at most this many games, followed by the number of further games and a link. */
const maxListedGames = 24;
/** In pixels: twice the size in the email, for high-resolution screens. */
const coverWidths = { single: 256, batch: 176 };
/** In characters: the longest summary that an email shows. */
const maxSummaryLength = 400;

export type DigestWriter = ReturnType<typeof createDigestWriter>;

export function createDigestWriter({ db, unsubscribe, publicUrl, customMessage, site }: Deps) {
  const render = createDigestRenderer();
  const digests = new Map<string, Promise<Digest | undefined>>();

  async function loadDigest(range: AnnouncedRange): Promise<Digest | undefined> {
    const rows = await listAnnounced(db, range, maxListedGames);
    if (rows.length === 0) return undefined;
    const total = rows.length < maxListedGames ? rows.length : await countAnnounced(db, range);
    return { ...(await describeGames(db, rows, publicUrl)), moreCount: total - rows.length };
  }

  return {
    /** Returns undefined if all games of the range have been deleted. */
    prepare(range: AnnouncedRange): Promise<Digest | undefined> {
      const key = `${range.after} ${range.through}`;
      const digest = digests.get(key) ?? loadDigest(range);
      digests.set(key, digest);
      return digest;
    },

    async write(
      { games, pictures, moreCount }: Digest,
      { id, name, email }: Reader,
      { language, frequency }: { language: Language; frequency: EmailFrequency },
    ): Promise<ComposedMail> {
      const { oneClickUrl, pageUrl } = await unsubscribe.linksOf(id);
      const content = await render({
        games,
        moreCount,
        customMessage,
        language,
        site,
        name,
        frequency,
        unsubscribeUrl: pageUrl,
        libraryUrl: `${publicUrl}/games?sort=recentlyAddedDesc`,
        preferencesUrl: `${publicUrl}/account?tab=preferences`,
      });
      const headers = {
        // RFC 8058: email programs show a button that unsubscribes with one click.
        'List-Unsubscribe': `<${oneClickUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      };
      return { ...content, kind: 'digest', to: email, userId: id, headers, pictures };
    },
  };
}

/** Returns the games in the form that an email shows, with their covers. A cover that two games share is listed once. */
export async function describeGames(
  db: Db,
  rows: readonly GameRow[],
  publicUrl: string,
): Promise<{ games: DigestGame[]; pictures: MailPicture[] }> {
  const platforms = await listPlatforms(
    db,
    rows.map(({ id }) => id),
  );
  const pictures = new Map<string, MailPicture>();
  const width = rows.length === 1 ? coverWidths.single : coverWidths.batch;
  const coverOf = (artwork: string) => {
    const cid = pictures.get(artwork)?.cid ?? `cover-${pictures.size + 1}@cellar`;
    pictures.set(artwork, { cid, artwork, width });
    return `cid:${cid}`;
  };
  const games = rows.map(({ id, title, boxArt, releaseDate, developer, description }) => ({
    title,
    url: `${publicUrl}/game/${id}`,
    platforms: platforms.get(id) ?? [],
    coverSrc: boxArt ? coverOf(boxArt) : undefined,
    year: releaseDate?.slice(0, 4),
    developer: developer ?? undefined,
    summary: description ? shorten(description, maxSummaryLength) : undefined,
  }));
  return { games, pictures: [...pictures.values()] };
}

// The email about new games. What is the same for many members is rendered once.

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
