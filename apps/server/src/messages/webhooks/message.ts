// The message about an event in one language. The formats turn it into what their receivers expect.
import type { WebhookEvent } from '@cellar/contract/messages/rules/webhooks.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { fill } from '#platform/mail/mail-words.ts';
import { shorten } from '#platform/shorten.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import it from './texts/it.json' with { type: 'json' };
import pl from './texts/pl.json' with { type: 'json' };
import ptBr from './texts/pt-BR.json' with { type: 'json' };

export const webhookTexts: Record<Language, typeof en> = { de, en, es, fr, it, pl, 'pt-BR': ptBr };

/** The name of an event with its data. */
export type Happening = {
  [Event in WebhookEvent | 'test']: { event: Event; data: EventData[Event] };
}[WebhookEvent | 'test'];

export interface MessageItem {
  title: string;
  url: string | null;
  /** Platforms, year, developer and the like. May be empty. */
  facts: string;
  cover: string | null;
}

/** Plain text throughout. */
export interface Message {
  title: string;
  /** Empty if the items say everything. */
  text: string;
  items: MessageItem[];
  /** How many items are not listed, as a text. Empty if all are. */
  more: string;
  /** Where to look next. */
  url: string;
  linkText: string;
  isProblem: boolean;
}

export interface MessageContext {
  language: Language;
  site: string;
  publicUrl: string;
}

/** In characters, so that ten items fit into a message of every receiver. */
const maxLengths = { title: 120, itemTitle: 80, facts: 100, text: 600 };

type Parts = Pick<Message, 'title' | 'text' | 'url'> & { items?: MessageItem[]; count?: number };

export function messageOf(happening: Happening, { language, site, publicUrl }: MessageContext): Message {
  const texts = webhookTexts[language];
  const say = (text: string, values: Record<string, string> = {}) => fill(text, { site, ...values });
  const { title, text, url, items = [], count = items.length } = partsOf(happening, say, texts);
  const unlisted = count - items.length;
  return {
    title: shorten(title, maxLengths.title),
    text: shorten(text, maxLengths.text),
    items,
    more: unlisted > 0 ? say(texts.more, { count: numberIn(language, unlisted) }) : '',
    url: publicUrl + url,
    linkText: shorten(say(texts.open), maxLengths.itemTitle),
    isProblem: !['new_games', 'game_requested', 'test'].includes(happening.event),
  };

  /** `url`: the path of the page. */
  function partsOf({ event, data }: Happening, say: Say, texts: typeof en): Parts {
    const n = 'count' in data ? numberIn(language, data.count) : '';
    switch (event) {
      case 'test':
        return { title: say(texts.test.title), text: say(texts.test.text), url: '/admin?tab=settings' };
      case 'new_games': {
        const [only] = data.games;
        const isOne = data.count === 1 && only !== undefined;
        const heading = isOne ? texts.newGame.title : texts.newGames.title;
        const title = say(heading, { count: n, title: shorten(only?.title ?? '', maxLengths.itemTitle) });
        const url = isOne ? `/game/${only.id}` : '/games?sort=recentlyAddedDesc';
        return { title, text: '', url, items: data.games.map(itemOfGame), count: data.count };
      }
      case 'game_requested': {
        const { title, text } = texts.gameRequested;
        const game =
          shorten(data.title, maxLengths.itemTitle) + (data.year === null ? '' : ` (${data.year})`);
        return { title: say(title, { title: game }), text: say(text), url: `/requests/${data.id}` };
      }
      case 'access_waiting': {
        const { title, text, textOne } = texts.accessWaiting;
        const said = say(data.count === 1 ? textOne : text, { count: n });
        return { title: say(title), text: said, url: '/admin?tab=users' };
      }
      case 'upload_failed': {
        const { title, text, textOne } = texts.uploadFailed;
        const said = say(data.count === 1 ? textOne : text, { count: n });
        const items = data.uploads.map((upload) => plainItem(nameOfUpload(upload), upload.platform));
        return { title: say(title), text: said, url: '/admin?tab=games', items, count: data.count };
      }
      case 'backup_failed': {
        const { title, text } = texts.backupFailed;
        return {
          title: say(title),
          text: say(text, { reason: data.reason }),
          url: '/admin?tab=tools&section=backups',
        };
      }
      case 'storage_low': {
        const { title, text } = data.part === 'storage' ? texts.storageLow : texts.databaseLow;
        const size = formatBytes(data.freeBytes);
        return { title: say(title), text: say(text, { size }), url: '/admin?tab=tools&section=storage' };
      }
      case 'threat_found': {
        const { title, text } = texts.threatFound;
        const items = data.findings.map(({ title, file, threat }) => plainItem(title, `${file}: ${threat}`));
        return {
          title: say(title),
          text: say(text),
          url: '/admin?tab=tools&section=files',
          items,
          count: data.count,
        };
      }
    }
  }
}

type Say = (text: string, values?: Record<string, string>) => string;

function numberIn(language: Language, count: number): string {
  return new Intl.NumberFormat(language).format(count);
}

function itemOfGame({ title, url, platforms, year, developer, cover }: AnnouncedGame): MessageItem {
  const facts = [platforms.join(', '), year, developer].filter(Boolean).join(' · ');
  return {
    title: shorten(title, maxLengths.itemTitle),
    url,
    facts: shorten(facts, maxLengths.facts),
    cover,
  };
}

export function nameOfUpload({ title, extra }: StoppedUpload): string {
  return extra ? `${title} · ${extra}` : title;
}

function plainItem(title: string, facts: string): MessageItem {
  return {
    title: shorten(title, maxLengths.itemTitle),
    url: null,
    facts: shorten(facts, maxLengths.facts),
    cover: null,
  };
}

/** A message as lines of plain text, without its title. */
export function linesOf({ text, items, more }: Message): string[] {
  const listed = items.map(({ title, facts }) => (facts === '' ? `• ${title}` : `• ${title} (${facts})`));
  return [text, ...listed, more].filter((line) => line !== '');
}

// What each event tells. The data is stored with the delivery and is what a program receives as `data` (docs/webhooks.md), so
// released fields must not change their meaning.

export interface AnnouncedGame {
  id: string;
  title: string;
  /** The page of the game. */
  url: string;
  platforms: string[];
  year: string | null;
  developer: string | null;
  /** The address of its box art, if visitors may see it. */
  cover: string | null;
}

interface StoppedUpload {
  /** Of the game. */
  title: string;
  /** The name of an update or extra. Null for the game itself. */
  extra: string | null;
  /** Empty for a file for all platforms. */
  platform: string;
  /** When its last bytes arrived. */
  stoppedAt: string;
}

export interface EventData {
  /** `games` are the newest ones. `count` counts all that are announced together. */
  new_games: { count: number; games: AnnouncedGame[] };
  /** A member has requested a game. `url` is the page of the request. The member's name stays in the library. */
  game_requested: { id: string; title: string; url: string; year: string | null };
  /** The number of accounts that wait. Names and addresses stay in the library. */
  access_waiting: { count: number };
  /** Uploads that have sent nothing for an hour and are not complete. `uploads` lists at most ten. */
  upload_failed: { count: number; uploads: StoppedUpload[] };
  /** `reason` is English. */
  backup_failed: { reason: string };
  /** `part`: whose disk is nearly full. */
  storage_low: { part: 'storage' | 'database'; freeBytes: number };
  /** Files in which virus scans have found something, at most ten: each with its game, and its platform or name. */
  threat_found: { count: number; findings: { title: string; file: string; threat: string }[] };
  test: Record<string, never>;
}

/** Fails to compile if an event has no data. */
export type DataOf<Event extends WebhookEvent | 'test'> = EventData[Event];

// What a format makes of a message: the request that its receivers expect.

interface Delivery {
  id: string;
  createdAt: string;
  happening: Happening;
  message: Message;
  /** The secret parts of the webhook. */
  address: string;
  secret: string | undefined;
  /** The present, in whole seconds. */
  timestamp: number;
}

interface WebhookRequest {
  address: string;
  headers: Record<string, string>;
  body: string;
}

/** Returns the request of a delivery, whose body is JSON in every format. */
export type Format = (delivery: Delivery) => WebhookRequest;

export function jsonRequest(
  address: string,
  body: unknown,
  headers: Record<string, string> = {},
): WebhookRequest {
  return {
    address,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** Joins as many lines as fit into `maxBytes` of UTF-8. */
export function fitLines(lines: string[], maxBytes: number): string {
  let text = '';
  for (const line of lines) {
    const longer = text === '' ? line : `${text}\n${line}`;
    if (Buffer.byteLength(longer) > maxBytes) break;
    text = longer;
  }
  return text;
}
