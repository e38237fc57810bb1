// The texts about the formats of webhooks that are the same in every language.
import type { webhookFormats } from '@cellar/contract/messages/rules/webhooks.ts';

type Format = (typeof webhookFormats)[number];

export const formatNames: Record<Format, string> = {
  discord: 'Discord',
  slack: 'Slack',
  ntfy: 'ntfy',
  gotify: 'Gotify',
  json: 'JSON',
};

export const addressExamples: Record<Format, string> = {
  discord: 'https://discord.com/api/webhooks/…',
  slack: 'https://hooks.slack.com/services/…',
  ntfy: 'https://ntfy.sh/cellar-4711',
  gotify: 'https://gotify.example.org',
  json: 'https://example.org/cellar',
};
