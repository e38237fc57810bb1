// What webhooks send, and in which formats. Without zod, because the page's forms import it.

export const webhookFormats = ['discord', 'slack', 'ntfy', 'gotify', 'json'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** A new event also needs its data and its texts; TypeScript names the places. */
export const webhookEvents = [
  'new_games',
  'game_requested',
  'access_waiting',
  'upload_failed',
  'backup_failed',
  'storage_low',
  'threat_found',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/**
 * Whether a format needs a secret besides the address: the app's token for Gotify, the key of the signature for JSON, and for ntfy
 * the access token of a protected topic.
 */
export const webhookSecrets: Record<WebhookFormat, 'none' | 'optional' | 'required'> = {
  discord: 'none',
  slack: 'none',
  ntfy: 'optional',
  gotify: 'required',
  json: 'required',
};

export const webhookLimits = {
  webhooks: 20,
  nameMax: 80,
  addressMax: 2000,
  secretMax: 256,
  /** The key of a signature must not be guessable. */
  signingSecretMin: 16,
} as const;

/** ntfy publishes JSON at the address of its server, with the topic, which is the last part of the address, in the body. */
export const ntfyTopic = /\/([-_A-Za-z0-9]{1,64})\/?$/;
