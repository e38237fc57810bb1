// What a push message says, and how it reaches the push service.

import { createHash } from 'node:crypto';
import type { PushSubscription } from '@cellar/contract/messages/push.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import { FetchFailure } from '#platform/fetch-failure.ts';
import type { HttpClient } from '#platform/http-client.ts';
import { fill } from '#platform/mail/mail-words.ts';
import { shorten } from '#platform/shorten.ts';
import { encryptPush, type VapidKeys, vapidHeader } from '#platform/web-push.ts';
import { type PushedAlert, pushTexts } from './push-texts.ts';

/** What the service worker shows (apps/web/public/sw.js). */
export interface PushContent {
  title: string;
  body: string;
  /** The path of the page that a click opens. */
  url: string;
  /** A later message with the same tag replaces this one. */
  tag: string;
}

/** In characters, so that every message fits. */
const maxTitle = 120;

export function contentOf({ kind, data }: PushedAlert, language: Language, site: string): PushContent {
  const texts = pushTexts[language];
  const title = shorten(data.title, maxTitle);
  if (kind === 'request_answered') {
    const { gameId, requestId, state } = data;
    const url = gameId === null ? `/requests/${requestId}` : `/game/${gameId}`;
    return { title: site, body: fill(texts[state], { title }), url, tag: `request ${requestId}` };
  }
  if (kind === 'contribution_answered') {
    const { contributionId, gameId, state } = data;
    const url = gameId === null ? '/contribute' : `/game/${gameId}`;
    const text = state === 'accepted' ? texts.contributionAccepted : texts.contributionDeclined;
    return { title: site, body: fill(text, { title }), url, tag: `contribution ${contributionId}` };
  }
  const file = shorten(data.extraName ?? data.platform, maxTitle);
  const body = fill(file ? texts.download : texts.downloadOfAll, { title, file });
  return { title: site, body, url: '/', tag: `download ${data.gameId} ${file}` };
}

/** `gone`: the browser no longer takes messages. `refused`: another attempt would be refused, too. */
export type Sent = 'sent' | 'gone' | 'refused' | { retryAfterMs: number | undefined };

/** How long the push service keeps a message for a browser that is off. */
const keptSeconds = 24 * 3600;
/** RFC 8292 section 2: at most 24 hours. */
const tokenMs = 12 * 3_600_000;
const timeoutMs = 10_000;

interface SendOptions {
  http: Pick<HttpClient, 'post'>;
  keys: VapidKeys;
  publicUrl: string;
  now: Date;
  signal: AbortSignal;
}

export async function sendPush(
  { endpoint, keys: { p256dh, auth } }: PushSubscription,
  content: PushContent,
  { http, keys, publicUrl, now, signal }: SendOptions,
): Promise<Sent> {
  const receiver = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') };
  const contact = publicUrl.startsWith('https:') ? publicUrl : undefined;
  const expiresAt = new Date(now.getTime() + tokenMs);
  try {
    await http.post(endpoint, {
      headers: {
        authorization: vapidHeader(endpoint, keys, { contact, expiresAt }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(keptSeconds),
        topic: topicOf(content.tag),
      },
      body: encryptPush(Buffer.from(JSON.stringify(content)), receiver),
      timeoutMs,
      signal,
    });
    return 'sent';
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    return resultOf(error);
  }
}

/** RFC 8030 section 5.4: a message that was not delivered yet is replaced. At most 32 characters. */
function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32);
}

function resultOf({ kind, retryAfterMs }: FetchFailure): Sent {
  switch (kind) {
    case 'not_found':
    // The browser has subscribed with another key: this server has lost its secret key since.
    case 'unauthorised':
    case 'refused_address':
      return 'gone';
    case 'bad_answer':
    case 'too_large':
      return 'refused';
    default:
      return { retryAfterMs };
  }
}
