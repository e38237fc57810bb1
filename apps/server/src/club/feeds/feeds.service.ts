// The feed of new games: a member's secret link, and what it answers.

import { createHash, hash } from 'node:crypto';
import type { OwnFeed } from '@cellar/contract/club/feeds.endpoints.ts';
import { artworkUrl } from '@cellar/contract/games/rules/artwork.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db, Trx } from '#db/schema.ts';
import { notFound, refuseTooMany } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { hourMs, isoAt } from '#platform/clock.ts';
import { escapeHtml, escapeXml } from '#platform/escape-markup.ts';
import { fill } from '#platform/mail/mail-words.ts';
import { shorten } from '#platform/shorten.ts';
import { newId } from '#platform/tokens.ts';
import * as repository from './feeds.repository.ts';

interface Deps extends Pick<Base, 'db' | 'limiter' | 'box' | 'clock'> {
  settings: SettingsService;
}

/** A feed, ready to be sent. */
export interface FeedDocument {
  text: string;
  etag: string;
  lastModified: Date;
}

const purpose = 'feed';
const entriesShown = 50;
/** Reads of one feed. A member may follow it with several programs, each of which asks every few minutes. */
const readsPerHour = 240;
/** Invalid links per network. */
const invalidPerHour = 60;

export type FeedsService = ReturnType<typeof createFeedsService>;

export function createFeedsService(deps: Deps) {
  const { db, box, clock } = deps;
  const pathOf = async (id: string) => `/api/feeds/${id}.${await box.sign(id, purpose)}`;
  return {
    async getOwn(userId: string): Promise<OwnFeed> {
      const feed = await repository.findFeedOf(db, userId);
      return { path: feed ? await pathOf(feed.id) : null };
    },

    /** Creates the member's link, or replaces it: an earlier link is invalid from then on. */
    async renew(userId: string): Promise<OwnFeed> {
      const id = newId();
      await repository.putFeed(db, { id, userId, createdAt: isoAt(clock) });
      return { path: await pathOf(id) };
    },

    async turnOff(userId: string): Promise<OwnFeed> {
      await repository.deleteFeedOf(db, userId);
      return { path: null };
    },

    /** Ends the member's link, if there is one. */
    remove: (trx: Trx, userId: string) => repository.deleteFeedOf(trx, userId),

    read: (token: string, request: { network: string; siteUrl: string }) => read(deps, token, request),
  };
}

/** @throws AppError not_found, also if the member has lost access; too_many_requests */
async function read(
  { db, settings, limiter, box }: Deps,
  token: string,
  { network, siteUrl }: { network: string; siteUrl: string },
): Promise<FeedDocument> {
  const [id = '', signature = ''] = token.split('.');
  const reader = (await box.isSigned(id, signature, purpose))
    ? await repository.findReader(db, id)
    : undefined;
  const limit = reader
    ? { key: `feed:${id}`, max: readsPerHour, windowMs: hourMs }
    : { key: `feed-ip:${network}`, max: invalidPerHour, windowMs: hourMs };
  refuseTooMany(await limiter.count([limit]));
  if (!reader) throw notFound('Feed');
  const { siteName } = await settings.get();
  const texts = feedTexts[reader.language];
  const entries = await listEntries(db, siteUrl);
  // Without a game, the feed is as old as it can be.
  const updated = entries[0]?.added ?? new Date(0).toISOString();
  const text = writeAtom({
    id: uuidOf(`feed ${reader.id}`),
    title: fill(texts.title, { site: siteName }),
    subtitle: texts.subtitle,
    language: reader.language,
    selfUrl: `${siteUrl}/api/feeds/${token}`,
    pageUrl: `${siteUrl}/games?sort=recentlyAddedDesc`,
    updated,
    author: siteName,
    entries,
  });
  return { text, etag: `"${hash('sha256', text, 'base64url')}"`, lastModified: new Date(updated) };
}

async function listEntries(db: Db, siteUrl: string): Promise<FeedEntry[]> {
  const games = await repository.listNewest(db, entriesShown);
  const ids = games.map(({ id }) => id);
  const [genres, platforms] = [await repository.listGenres(db, ids), await repository.listPlatforms(db, ids)];
  return games.map(({ id, title, description, boxArt, releaseDate, developer, announcedAt }) => ({
    id: uuidOf(`game ${id}`),
    title,
    url: `${siteUrl}/game/${id}`,
    added: announcedAt,
    description,
    facts: [platforms.get(id)?.join(', ') ?? '', releaseDate?.slice(0, 4) ?? '', developer ?? ''].filter(
      (fact) => fact !== '',
    ),
    genres: genres.get(id) ?? [],
    cover: boxArt ? siteUrl + artworkUrl(boxArt) : undefined,
  }));
}

/** Returns a URI that is always the same for a name: a UUID of version 8, whose bits follow from the name (RFC 9562 section 5.8). */
function uuidOf(name: string): string {
  const bytes = createHash('sha256').update(`cellar ${name}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return `urn:uuid:${parts.join('-')}`;
}

interface FeedTexts {
  title: string;
  subtitle: string;
}

const feedTexts: Record<Language, FeedTexts> = {
  de: { title: '{site}: neue Spiele', subtitle: 'Die zuletzt hinzugefügten Spiele.' },
  en: { title: '{site}: new games', subtitle: 'The games that were added last.' },
  es: { title: '{site}: juegos nuevos', subtitle: 'Los últimos juegos añadidos.' },
  fr: { title: '{site}\u00a0: nouveaux jeux', subtitle: 'Les derniers jeux ajoutés.' },
  it: { title: '{site}: nuovi giochi', subtitle: 'Gli ultimi giochi aggiunti.' },
  pl: { title: '{site}: nowe gry', subtitle: 'Ostatnio dodane gry.' },
  'pt-BR': { title: '{site}: novos jogos', subtitle: 'Os últimos jogos adicionados.' },
};

interface Feed {
  /** A URI that never changes, like those of the entries. */
  id: string;
  title: string;
  subtitle: string;
  language: Language;
  selfUrl: string;
  pageUrl: string;
  /** When the newest entry was added, ISO 8601. */
  updated: string;
  author: string;
  entries: FeedEntry[];
}

interface FeedEntry {
  id: string;
  title: string;
  url: string;
  added: string;
  /** Plain text. */
  description: string;
  /** Platforms, year and the like, shown on one line. */
  facts: string[];
  genres: string[];
  /** The address of the box art. */
  cover: string | undefined;
}

/**
 * Writes an Atom feed (RFC 4287). Readers show what it says as a page, so every text is escaped: once for XML, and in `content`
 * once more for the HTML that it is.
 */
function writeAtom(feed: Feed): string {
  const { id, title, subtitle, language, selfUrl, pageUrl, updated, author, entries } = feed;
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="${language}">
<id>${escapeXml(id)}</id>
<title>${escapeXml(title)}</title>
<subtitle>${escapeXml(subtitle)}</subtitle>
<updated>${updated}</updated>
<link rel="self" type="application/atom+xml" href="${escapeXml(selfUrl)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(pageUrl)}"/>
<author><name>${escapeXml(author)}</name></author>
<generator>Cellar</generator>
${entries.map(writeEntry).join('')}</feed>
`;
}

const summaryLength = 300;

function writeEntry(entry: FeedEntry): string {
  const { id, title, url, added, description, genres, cover } = entry;
  return [
    '<entry>',
    `<id>${escapeXml(id)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    `<published>${added}</published>`,
    `<updated>${added}</updated>`,
    ...genres.map((genre) => `<category term="${escapeXml(genre)}"/>`),
    ...(description ? [`<summary>${escapeXml(shorten(description, summaryLength))}</summary>`] : []),
    `<content type="html">${escapeXml(htmlOf(entry))}</content>`,
    ...(cover ? [`<media:thumbnail url="${escapeXml(cover)}"/>`] : []),
    '</entry>\n',
  ].join('\n');
}

function htmlOf({ description, facts, cover }: FeedEntry): string {
  const paragraphs = description.split(/\n+/).filter((text) => text.trim() !== '');
  return [
    ...(cover ? [`<p><img src="${escapeHtml(cover)}" alt=""></p>`] : []),
    ...(facts.length > 0 ? [`<p>${escapeHtml(facts.join(' · '))}</p>`] : []),
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
  ].join('');
}
