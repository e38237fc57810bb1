// Webhooks as admins see them: never with their addresses and secrets.
import type {
  Webhook,
  WebhookDelivery,
  WebhookProblem,
} from '@cellar/contract/messages/webhooks.endpoints.ts';
import type { DeliveryRow, WebhookRow } from './webhooks.repository.ts';

/** The end of an address is shown only if it is a small part of it, as with Discord and Slack. */
const shownEnd = 4;
const minHidden = 20;

/** Returns what may be shown of an address: its server, and a hint at the rest. */
export function shownAddressOf(address: string): string {
  const { origin, pathname, search } = new URL(address);
  const rest = pathname + search;
  if (rest === '/') return origin;
  return `${origin}/…${rest.length >= minHidden + shownEnd ? rest.slice(-shownEnd) : ''}`;
}

export function presentWebhook(
  row: WebhookRow,
  { isReadable, last }: { isReadable: boolean; last: DeliveryRow | undefined },
): Webhook {
  return {
    _id: row.id,
    name: row.name,
    format: row.format,
    events: JSON.parse(row.events),
    language: row.language,
    isEnabled: row.isEnabled === 1,
    shownAddress: row.shownAddress,
    hasSecret: row.sealedSecret !== null,
    isReadable,
    createdAt: row.createdAt,
    lastDelivery: last ? presentDelivery(last) : null,
  };
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    _id: row.id,
    event: row.event as WebhookDelivery['event'],
    status: row.status,
    attempts: row.attempts,
    problem: row.problem as WebhookProblem | null,
    httpStatus: row.httpStatus,
    answer: row.answer,
    createdAt: row.createdAt,
    sentAt: row.sentAt,
    nextAttemptAt: row.nextAttemptAt,
  };
}
