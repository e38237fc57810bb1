// One attempt of a delivery: opens the secrets, builds the request, sends it, and returns the result.

import { createHmac } from 'node:crypto';
import { ntfyTopic, type WebhookFormat } from '@cellar/contract/messages/rules/webhooks.ts';
import type { WebhookProblem } from '@cellar/contract/messages/webhooks.endpoints.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { FetchFailure } from '#platform/fetch-failure.ts';
import type { HttpClient } from '#platform/http-client.ts';
import type { SecretBox } from '#platform/secret-box.ts';
import { shorten } from '#platform/shorten.ts';
import {
  type Format,
  fitLines,
  type Happening,
  jsonRequest,
  linesOf,
  type Message,
  type MessageItem,
  messageOf,
} from './message.ts';
import type { DeliveryRow, WebhookRow } from './webhooks.repository.ts';

const colors = { news: 0xf5a623, problem: 0xd64545 };
/** All embeds of a message together may have 6,000 characters, and there may be 10 of them. */
const maxEmbeds = 10;

/** Discord: https://docs.discord.com/developers/resources/webhook#execute-webhook. One embed for the message, and one for each game. */
const discord: Format = ({ address, message }) =>
  jsonRequest(address, {
    // The titles of games must not notify anybody.
    allowed_mentions: { parse: [] },
    embeds: embedsOf(message).slice(0, maxEmbeds),
  });

function embedsOf(message: Message): object[] {
  const { title, text, items, more, url, isProblem } = message;
  const color = isProblem ? colors.problem : colors.news;
  const [only] = items;
  if (only && items.length === 1 && !isProblem) {
    return [{ ...embedOf(only, color), title: discordEscapeText(title), url }];
  }
  const hasCovers = items.some(({ cover }) => cover !== null);
  const listed = hasCovers ? items.slice(0, maxEmbeds - 1) : [];
  const unlisted = hasCovers ? items.slice(maxEmbeds - 1) : items;
  const lines = [discordEscapeText(text), ...unlisted.map(lineOf), discordEscapeText(more)].filter(
    (line) => line !== '',
  );
  const head = {
    title: discordEscapeText(title),
    url,
    color,
    ...(lines.length > 0 && { description: lines.join('\n') }),
  };
  return [head, ...listed.map((item) => embedOf(item, color))];
}

function embedOf({ title, url, facts, cover }: MessageItem, color: number): object {
  return {
    title: discordEscapeText(title),
    color,
    ...(url && { url }),
    ...(facts && { description: discordEscapeText(facts) }),
    ...(cover && { thumbnail: { url: cover } }),
  };
}

function lineOf({ title, url, facts }: MessageItem): string {
  const name = url ? `[${discordEscapeText(title)}](${url})` : discordEscapeText(title);
  return facts === '' ? `• ${name}` : `• ${name} (${discordEscapeText(facts)})`;
}

/** Markdown shows any punctuation after a backslash as it is. This also breaks addresses, mentions and emoji codes. */
function discordEscapeText(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-!|>~<@:&]/g, '\\$&');
}

/** Slack shortens longer texts. */
const maxTextBytes = 3000;
/** The limit of a header block. */
const maxHeader = 150;

/**
 * Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks. Rich text has no markup in its texts, so titles
 * cannot contain any. Programs that imitate Slack often show only `text`.
 */
const slack: Format = ({ address, message }) =>
  jsonRequest(address, {
    text: fitLines([message.title, ...linesOf(message), message.url].map(escapeText), maxTextBytes),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [header(message), richText(message)],
  });

function header({ title }: Message): object {
  return {
    type: 'header',
    text: { type: 'plain_text', text: title.slice(0, maxHeader).toWellFormed(), emoji: false },
  };
}

function richText({ text, items, more, url, linkText }: Message): object {
  const sections = [
    ...(text === '' ? [] : [section(plain(text))]),
    ...(items.length === 0
      ? []
      : [{ type: 'rich_text_list', style: 'bullet', elements: items.map(itemSection) }]),
    ...(more === '' ? [] : [section(plain(more))]),
    section(link(url, linkText)),
  ];
  return { type: 'rich_text', elements: sections };
}

function itemSection({ title, url, facts }: MessageItem): object {
  const name = url ? link(url, title) : plain(title);
  return section(name, ...(facts === '' ? [] : [plain(` (${facts})`)]));
}

const section = (...elements: object[]) => ({ type: 'rich_text_section', elements });
const plain = (text: string) => ({ type: 'text', text });
const link = (url: string, text: string) => ({ type: 'link', url, text });

/** Besides Slack's own escapes, a joiner keeps imitations, such as Mattermost, from notifying people with `@all`. */
function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/@/g, '@\u2060');
}

/** A longer message becomes an attachment. */
const ntfyMaxMessageBytes = 4000;

/** ntfy: https://docs.ntfy.sh/publish/#publish-as-json. Without `markdown`, it shows plain text. */
const ntfy: Format = ({ address, secret, message }) => {
  const url = new URL(address);
  const [, topic = ''] = ntfyTopic.exec(url.pathname) ?? [];
  const path = url.pathname.replace(ntfyTopic, '/');
  const body = {
    topic,
    title: message.title,
    // ntfy replaces an empty message with a word of its own.
    message: fitLines(linesOf(message), ntfyMaxMessageBytes) || message.title,
    click: message.url,
    priority: message.isProblem ? 4 : 3,
    tags: [message.isProblem ? 'warning' : 'video_game'],
  };
  return jsonRequest(
    url.origin + path,
    body,
    secret === undefined ? {} : { authorization: `Bearer ${secret}` },
  );
};

/** JSON for programs, signed so that they know who has sent it. docs/webhooks.md is its reference. */
const signedJson: Format = ({ id, createdAt, happening, message, address, secret = '', timestamp }) => {
  const { event, data } = happening;
  const { title, text, url } = message;
  const body = JSON.stringify({ event, id, createdAt, title, text, url, data });
  return jsonRequest(address, body, {
    'x-cellar-event': event,
    'x-cellar-delivery': id,
    'x-cellar-timestamp': String(timestamp),
    // With the time, so that a recorded request cannot be sent again later.
    'x-cellar-signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
  });
};

const maxMessageBytes = 4000;

/** Gotify: https://gotify.net/docs/pushmsg and https://gotify.net/docs/msgextras */
const gotify: Format = ({ address, secret = '', message }) => {
  const url = new URL(address);
  const body = {
    title: message.title,
    message: fitLines(linesOf(message), maxMessageBytes) || message.title,
    priority: message.isProblem ? 8 : 5,
    extras: {
      'client::display': { contentType: 'text/plain' },
      'client::notification': { click: { url: message.url } },
    },
  };
  const path = url.pathname.replace(/\/+$/, '');
  return jsonRequest(`${url.origin}${path}/message`, body, { 'x-gotify-key': secret });
};

export interface SendDeps extends Pick<Base, 'clock' | 'box' | 'publicUrl'> {
  settings: SettingsService;
  http: Pick<HttpClient, 'post'>;
}

export interface Outcome {
  /** Null if the receiver has accepted the delivery. */
  problem: WebhookProblem | null;
  httpStatus: number | null;
  answer: string | null;
  /** The pause that the receiver asks for, in milliseconds. */
  retryAfterMs?: number | undefined;
}

export const addressPurpose = 'webhook address';
export const secretPurpose = 'webhook secret';

const timeoutMs = 10_000;
/** In characters. */
const maxAnswer = 300;

export async function sendDelivery(
  { clock, settings, box, http, publicUrl }: SendDeps,
  webhook: WebhookRow,
  row: Pick<DeliveryRow, 'id' | 'createdAt' | 'event' | 'data'>,
): Promise<Outcome> {
  const secrets = await openSecrets(box, webhook);
  if (!secrets) return { problem: 'secret_unreadable', httpStatus: null, answer: null };
  const { siteName: site } = await settings.get();
  const happening = { event: row.event, data: JSON.parse(row.data) } as Happening;
  const { address, headers, body } = formats[webhook.format]({
    id: row.id,
    createdAt: row.createdAt,
    happening,
    message: messageOf(happening, { language: webhook.language, site, publicUrl }),
    ...secrets,
    timestamp: Math.floor(Date.parse(isoAt(clock)) / 1000),
  });
  try {
    const httpStatus = await http.post(address, { headers, body, timeoutMs });
    return { problem: null, httpStatus, answer: null };
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    return outcomeOf(error, secrets);
  }
}

interface Secrets {
  address: string;
  secret: string | undefined;
}

/** Returns undefined if they were encrypted with another key. */
export async function openSecrets(
  box: SecretBox,
  { sealedAddress, sealedSecret }: Pick<WebhookRow, 'sealedAddress' | 'sealedSecret'>,
): Promise<Secrets | undefined> {
  const address = await box.open(sealedAddress, addressPurpose);
  const secret = sealedSecret === null ? undefined : await box.open(sealedSecret, secretPurpose);
  if (address === undefined || (sealedSecret !== null && secret === undefined)) return undefined;
  return { address, secret };
}

function outcomeOf(failure: FetchFailure, secrets: Secrets): Outcome {
  const { status, answer, message, retryAfterMs } = failure;
  // Without an answer, the message of the failure names the host and what the network has reported.
  const said = status === undefined ? message : withoutSecrets(answer, secrets);
  return {
    problem: problemOf(failure),
    httpStatus: status ?? null,
    answer: shorten(said, maxAnswer) || null,
    retryAfterMs,
  };
}

function problemOf({ kind, status = 0 }: FetchFailure): WebhookProblem {
  switch (kind) {
    case 'unauthorised':
      return 'unauthorized';
    case 'unreachable':
      return status >= 500 ? 'server_error' : 'unreachable';
    case 'bad_answer':
    case 'too_large':
      return status >= 300 && status < 400 ? 'redirected' : 'rejected';
    default:
      return kind;
  }
}

/** Some receivers repeat the request in their answer. */
function withoutSecrets(answer: string, { address, secret }: Secrets): string {
  const { pathname, search, searchParams } = new URL(address);
  const hidden = [address, pathname + search, secret, ...pathname.split('/'), ...searchParams.values()];
  return hidden.reduce<string>(
    (text, part) => (part && part.length >= minSecretPart ? text.replaceAll(part, '…') : text),
    answer,
  );
}

/** Shorter parts of an address, such as `api`, are no secrets. */
const minSecretPart = 6;

const formats: Record<WebhookFormat, Format> = { discord, slack, ntfy, gotify, json: signedJson };
