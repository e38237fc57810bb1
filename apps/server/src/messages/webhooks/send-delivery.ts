// One attempt of a delivery: opens the secrets, builds the request, sends it, and returns the result.
import type { WebhookProblem } from '@cellar/contract/messages/webhooks.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { FetchFailure } from '#platform/fetch-failure.ts';
import type { HttpClient } from '#platform/http-client.ts';
import type { SecretBox } from '#platform/secret-box.ts';
import { shorten } from '#platform/shorten.ts';
import type { DeliveryRow } from './deliveries.repository.ts';
import { formats } from './formats/formats.ts';
import { type Happening, messageOf } from './message.ts';
import type { WebhookRow } from './webhooks.repository.ts';

export interface SendDeps {
  clock: Clock;
  settings: SettingsService;
  box: SecretBox;
  http: Pick<HttpClient, 'post'>;
  publicUrl: string;
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
  signal?: AbortSignal,
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
    const httpStatus = await http.post(address, { headers, body, timeoutMs, signal });
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
