// What a push message says, and how it reaches the push service.
import { createHash } from 'node:crypto';
import type { RequestState } from '@cellar/contract/club/rules/requests.ts';
import type { AlertData, PushSubscription } from '@cellar/contract/messages/alerts.endpoints.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import { FetchFailure } from '#platform/fetch-failure.ts';
import type { HttpClient } from '#platform/http-client.ts';
import { fill } from '#platform/mail/mail-words.ts';
import { shorten } from '#platform/shorten.ts';
import { encryptPush, type VapidKeys, vapidHeader } from '#platform/web-push.ts';
import { type EventData, type Happening, linesOf, messageOf } from '../webhooks/message.ts';

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
const maxBody = 400;

export function contentOf({ kind, data }: PushedAlert, language: Language, site: string): PushContent {
  // Troubles are told in the words of webhooks.
  if (!('title' in data)) {
    const message = messageOf({ event: kind, data } as Happening, { language, site, publicUrl: '' });
    const body = shorten(linesOf(message).join('\n'), maxBody);
    return { title: message.title, body, url: message.url, tag: kind };
  }
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
}

export async function sendPush(
  { endpoint, keys: { p256dh, auth } }: PushSubscription,
  content: PushContent,
  { http, keys, publicUrl, now }: SendOptions,
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

type Texts = Record<
  RequestState | 'download' | 'downloadOfAll' | 'contributionAccepted' | 'contributionDeclined',
  string
>;

/** What push messages say, like the entries behind the bell (alerts.json of the page). */
const pushTexts: Record<Language, Texts> = {
  de: {
    open: '{title}: Der Wunsch ist wieder offen',
    accepted: '{title}: Der Wunsch wurde angenommen',
    on_its_way: '{title} ist unterwegs',
    declined: '{title}: Der Wunsch wurde abgelehnt',
    fulfilled: '{title} ist eingetroffen',
    download: 'Der Download von {title} ({file}) ist stehen geblieben',
    downloadOfAll: 'Der Download von {title} ist stehen geblieben',
    contributionAccepted: 'Dein Beitrag wurde angenommen: {title}',
    contributionDeclined: 'Dein Beitrag wurde abgelehnt: {title}',
  },
  en: {
    open: '{title}: the request is open again',
    accepted: '{title}: the request was accepted',
    on_its_way: '{title} is on its way',
    declined: '{title}: the request was declined',
    fulfilled: '{title} has arrived',
    download: 'The download of {title} ({file}) has stopped',
    downloadOfAll: 'The download of {title} has stopped',
    contributionAccepted: 'Your contribution was accepted: {title}',
    contributionDeclined: 'Your contribution was declined: {title}',
  },
  es: {
    open: '{title}: la petición vuelve a estar abierta',
    accepted: '{title}: se ha aceptado la petición',
    on_its_way: '{title} está en camino',
    declined: '{title}: se ha rechazado la petición',
    fulfilled: '{title} ha llegado',
    download: 'La descarga de {title} ({file}) se ha detenido',
    downloadOfAll: 'La descarga de {title} se ha detenido',
    contributionAccepted: 'Se ha aceptado tu aportación: {title}',
    contributionDeclined: 'Se ha rechazado tu aportación: {title}',
  },
  fr: {
    open: '{title}\u00a0: la demande est de nouveau ouverte',
    accepted: '{title}\u00a0: la demande a été acceptée',
    on_its_way: '{title} est en route',
    declined: '{title}\u00a0: la demande a été refusée',
    fulfilled: '{title} est arrivé',
    download: 'Le téléchargement de {title} ({file}) s’est interrompu',
    downloadOfAll: 'Le téléchargement de {title} s’est interrompu',
    contributionAccepted: 'Votre contribution a été acceptée\u00a0: {title}',
    contributionDeclined: 'Votre contribution a été refusée\u00a0: {title}',
  },
  it: {
    open: '{title}: la richiesta è di nuovo aperta',
    accepted: '{title}: la richiesta è stata accettata',
    on_its_way: '{title} è in arrivo',
    declined: '{title}: la richiesta è stata rifiutata',
    fulfilled: '{title} è arrivato',
    download: 'Il download di {title} ({file}) si è interrotto',
    downloadOfAll: 'Il download di {title} si è interrotto',
    contributionAccepted: 'Il tuo contributo è stato accettato: {title}',
    contributionDeclined: 'Il tuo contributo è stato rifiutato: {title}',
  },
  pl: {
    open: '{title}: prośba jest znów otwarta',
    accepted: '{title}: prośba została przyjęta',
    on_its_way: '{title} jest w drodze',
    declined: '{title}: prośba została odrzucona',
    fulfilled: '{title} już jest w bibliotece',
    download: 'Pobieranie gry {title} ({file}) zostało przerwane',
    downloadOfAll: 'Pobieranie gry {title} zostało przerwane',
    contributionAccepted: 'Twoje zgłoszenie przyjęto: {title}',
    contributionDeclined: 'Twoje zgłoszenie odrzucono: {title}',
  },
  'pt-BR': {
    open: '{title}: o pedido está aberto de novo',
    accepted: '{title}: o pedido foi aceito',
    on_its_way: '{title} está a caminho',
    declined: '{title}: o pedido foi recusado',
    fulfilled: '{title} chegou',
    download: 'O download de {title} ({file}) parou',
    downloadOfAll: 'O download de {title} parou',
    contributionAccepted: 'Sua contribuição foi aceita: {title}',
    contributionDeclined: 'Sua contribuição foi recusada: {title}',
  },
};

/** The alerts that browsers are told of. */
export type PushedAlert =
  | { kind: 'request_answered'; data: AlertData['request_answered'] }
  | { kind: 'download_broke'; data: AlertData['download_broke'] }
  | { kind: 'contribution_answered'; data: AlertData['contribution_answered'] }
  | { [Kind in Trouble]: { kind: Kind; data: EventData[Kind] } }[Trouble];
type Trouble = 'upload_failed' | 'backup_failed' | 'storage_low' | 'threat_found';
