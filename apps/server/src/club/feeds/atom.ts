// Writes an Atom feed (RFC 4287). Readers show what it says as a page, so every text is escaped: once for XML, and in `content`
// once more for the HTML that it is.
import type { Language } from '@cellar/contract/people/accounts.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { shorten } from '#platform/shorten.ts';
import { escapeXml } from '#platform/xml.ts';

export interface Feed {
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

export interface FeedEntry {
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

export function writeAtom(feed: Feed): string {
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
