// The values of the form that adds or edits a webhook.

import type { adminApi } from '@cellar/contract/admin-api.ts';
import type { BodyInputOf } from '@cellar/contract/endpoint.ts';
import {
  type WebhookEvent,
  type WebhookFormat,
  webhookEvents,
} from '@cellar/contract/messages/rules/webhooks.ts';
import type { Webhook } from '@cellar/contract/messages/webhooks.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';

export interface WebhookDraft {
  format: WebhookFormat;
  name: string;
  /** Empty for the stored address. */
  address: string;
  /** Empty for the stored secret, or for none. Null to remove the stored one. */
  secret: string | null;
  events: readonly WebhookEvent[];
  language: Language;
  isEnabled: boolean;
}

export function draftOf(webhook: Webhook | undefined, language: Language): WebhookDraft {
  if (!webhook) {
    const values = { format: 'discord', name: '', address: '', secret: '', isEnabled: true } as const;
    return { ...values, events: webhookEvents, language };
  }
  const { format, name, events, isEnabled } = webhook;
  return { format, name, address: '', secret: '', events, language: webhook.language, isEnabled };
}

/** Another format has another kind of secret. A key for signatures is generated, so that nobody has to invent one. */
export function withFormat(draft: WebhookDraft, format: WebhookFormat): WebhookDraft {
  if (format === draft.format) return draft;
  return { ...draft, format, secret: format === 'json' ? inventSecret() : '' };
}

function inventSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** The events in the order of the list. */
export function withEvent({ events }: WebhookDraft, event: WebhookEvent, isOn: boolean): WebhookEvent[] {
  return webhookEvents.filter((one) => (one === event ? isOn : events.includes(one)));
}

/** `unnamed`: the name of a webhook without one. */
export function bodyOf(draft: WebhookDraft, unnamed: string): BodyInputOf<typeof adminApi.addWebhook> {
  const { address, secret, name, events, ...others } = draft;
  return {
    ...others,
    name: name.trim() || unnamed,
    events: [...events],
    address,
    ...(secret?.trim() && { secret }),
  };
}

/** Leaves out what stays as it is stored. */
export function changeOf(draft: WebhookDraft, unnamed: string): BodyInputOf<typeof adminApi.changeWebhook> {
  const { address, ...others } = bodyOf(draft, unnamed);
  return {
    ...others,
    ...(address.trim() && { address }),
    ...(draft.secret === null && { secret: null }),
  };
}
