import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { language } from '../people/accounts.ts';
import { done, idParams, line, named, pageNumber, pagePlace, time } from '../text.ts';
import { ntfyTopic, webhookEvents, webhookFormats, webhookLimits, webhookSecrets } from './rules/webhooks.ts';

// Webhooks: messages to chats, phones and programs when something happens in the library.

const event = z.enum(webhookEvents);

const addressForm = 'must be an address that begins with https://, without user, password or #';
/** Host and port, path, query. */
const webAddress = /^https?:\/\/[^/?#@\\]+(\/[^?#]*)?(\?[^#]*)?$/i;

/** An http or https address. Anyone who knows it can usually post there, so it is a secret. */
const address = z
  .string()
  .trim()
  .max(webhookLimits.addressMax, `must not be longer than ${webhookLimits.addressMax} characters`)
  .regex(/^[\x21-\x7e]+$/, 'must contain only visible ASCII characters')
  .pipe(z.url({ protocol: /^https?$/, error: addressForm }))
  .refine((value) => webAddress.test(value), addressForm);

const secret = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/, 'must contain only visible ASCII characters')
  .max(webhookLimits.secretMax, `must not be longer than ${webhookLimits.secretMax} characters`);

const facts = {
  name: line(webhookLimits.nameMax),
  events: z
    .array(event)
    .min(1, 'at least one is required')
    .max(webhookEvents.length)
    .refine((list) => new Set(list).size === list.length, 'must not name an event twice'),
  /** The language of its messages. */
  language,
  isEnabled: z.boolean(),
};

const fixed = { format: z.enum(webhookFormats) };

interface Address {
  format: (typeof webhookFormats)[number];
  address?: string | undefined;
  secret?: string | undefined;
}

/** What is wrong with an address or a secret for this format. */
function* issuesOf({ format, address: given, secret: key }: Address): Generator<[string, string]> {
  if (given !== undefined && format === 'ntfy' && !ntfyTopic.test(webAddress.exec(given)?.[1] ?? '')) {
    yield ['address', 'must end with the name of a topic'];
  }
  if (key === undefined) return;
  if (webhookSecrets[format] === 'none') yield ['secret', 'is not used by this format'];
  if (format === 'json' && key.length < webhookLimits.signingSecretMin) {
    yield ['secret', `must have at least ${webhookLimits.signingSecretMin} characters`];
  }
}

function checkAddress(value: Address, context: z.RefinementCtx): void {
  for (const [path, message] of issuesOf(value)) context.addIssue({ code: 'custom', path: [path], message });
}

const newWebhookBody = z
  .object({ ...facts, ...fixed, address, secret: secret.optional() })
  .superRefine((body, context) => {
    checkAddress(body, context);
    if (webhookSecrets[body.format] === 'required' && body.secret === undefined) {
      context.addIssue({ code: 'custom', path: ['secret'], message: 'is required' });
    }
  });
export type NewWebhook = z.infer<typeof newWebhookBody>;

/** The format of a webhook never changes; it is repeated so that the address can be checked. */
const webhookBody = z
  .object({
    ...facts,
    ...fixed,
    /** Absent: the stored address. */
    address: address.optional(),
    /** Absent: the stored secret, unless it would be sent to another server. Null removes it, where a format can do without. */
    secret: secret.nullable().optional(),
  })
  .superRefine((body, context) => checkAddress({ ...body, secret: body.secret ?? undefined }, context));
export type WebhookChange = z.infer<typeof webhookBody>;

/** Why a delivery failed. */
const webhookProblem = z.enum([
  'unreachable',
  'timeout',
  'refused_address',
  'unauthorized',
  'not_found',
  'rejected',
  'redirected',
  'rate_limited',
  'server_error',
  'secret_unreadable',
  'turned_off',
]);
export type WebhookProblem = z.infer<typeof webhookProblem>;

const webhookDelivery = named('WebhookDelivery', {
  _id: z.string(),
  /** `test`: the message of the test button. Not checked, because a newer version may have sent other events. */
  event: z.string() as z.ZodType<z.infer<typeof event> | 'test'>,
  status: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number().int(),
  problem: webhookProblem.nullable(),
  /** The status of the last answer. Null if there was none. */
  httpStatus: z.number().int().nullable(),
  /** The beginning of what the receiver has answered, or what the network has reported. In English, or in the receiver's language. */
  answer: z.string().nullable(),
  createdAt: time,
  sentAt: time.nullable(),
  nextAttemptAt: time.nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const webhook = named('Webhook', {
  _id: z.string(),
  ...facts,
  ...fixed,
  // A newer version may know other events, so they are not checked.
  events: z.array(z.string()) as unknown as z.ZodType<z.infer<typeof event>[]>,
  /** The server and the end of the address. The rest is a secret. */
  shownAddress: z.string(),
  hasSecret: z.boolean(),
  /** False if address and secret were encrypted with a different secret key and must be entered again. */
  isReadable: z.boolean(),
  createdAt: time,
  lastDelivery: webhookDelivery.nullable(),
});
export type Webhook = z.infer<typeof webhook>;

const webhooks = z.object({
  webhooks: z.array(webhook),
  /** The environment permits plain http and addresses in private networks. */
  allowsPrivate: z.boolean(),
  /** False: the environment has switched all webhooks off. */
  isOn: z.boolean(),
});

const deliveriesQuery = z.object({ page: pageNumber });

const webhookDeliveries = z.object({
  deliveries: z.array(webhookDelivery),
  ...pagePlace,
});

export const webhooksEndpoints = {
  listWebhooks: endpoint('GET', '/api/admin/webhooks', 'admin', {
    summary: 'Webhooks with their last delivery, but without their addresses and secrets',
    response: webhooks,
  }),
  addWebhook: endpoint('POST', '/api/admin/webhooks', 'admin', {
    scope: 'session',
    summary: 'Add a webhook, at most 20',
    body: newWebhookBody,
    response: webhook,
    status: 201,
  }),
  changeWebhook: endpoint('PUT', '/api/admin/webhooks/:id', 'admin', {
    scope: 'session',
    summary: 'Change a webhook; turning it off gives up what it has not delivered yet',
    params: idParams,
    body: webhookBody,
    response: webhook,
  }),
  deleteWebhook: endpoint('DELETE', '/api/admin/webhooks/:id', 'admin', {
    summary: 'Delete a webhook with its log',
    params: idParams,
    response: done,
  }),
  testWebhook: endpoint('POST', '/api/admin/webhooks/:id/test', 'admin', {
    summary: 'Send a test message now; the response says how that went',
    params: idParams,
    response: webhookDelivery,
  }),
  listWebhookDeliveries: endpoint('GET', '/api/admin/webhooks/:id/deliveries', 'admin', {
    summary: 'The deliveries of a webhook in the last 30 days, newest first',
    params: idParams,
    query: deliveriesQuery,
    response: webhookDeliveries,
  }),
  retryWebhookDelivery: endpoint('POST', '/api/admin/webhook-deliveries/:id/retry', 'admin', {
    summary: 'Deliver again what has failed or waits',
    params: idParams,
    response: done,
  }),
};
