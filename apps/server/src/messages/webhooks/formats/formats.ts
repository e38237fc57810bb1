import type { WebhookFormat } from '@cellar/contract/messages/rules/webhooks.ts';
import { discord } from './discord.ts';
import type { Format } from './format.ts';
import { gotify } from './gotify.ts';
import { ntfy } from './ntfy.ts';
import { signedJson } from './signed-json.ts';
import { slack } from './slack.ts';

export const formats: Record<WebhookFormat, Format> = { discord, slack, ntfy, gotify, json: signedJson };
