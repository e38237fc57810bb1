// Talks to a provider: openid-client with Cellar's own limits on where requests go, how long they take and how much they return.
// Discovery and keys are fetched for each login (ADR 0037), so that neither rotated keys nor an absent provider need rules.

import type { ProviderProblem, ProviderTest } from '@cellar/contract/people/login-providers.ts';
import type { LoginProblem } from '@cellar/contract/people/rules/login-providers.ts';
import type * as OpenidClient from 'openid-client';
import { codeOf, messageOf } from '#platform/error-facts.ts';
import { FetchFailure } from '#platform/fetch-failure.ts';
import type { HttpClient } from '#platform/http-client.ts';
import type { Provider } from './login-providers.service.ts';

export interface ProviderHttp {
  /** https and public addresses only. */
  guarded: HttpClient;
  /** For providers that an admin allows to be in a private network. */
  open: HttpClient;
}

export type Client = typeof OpenidClient;
export type Configuration = OpenidClient.Configuration;

/** The provider calls itself by another address, `message`. */
class IssuerDiffers extends Error {}

export const withoutSlash = (issuer: string) => issuer.replace(/\/+$/, '');

const timeoutSeconds = 10;
/** For all requests of one step of a login together, because a person waits for them. */
const stepMs = 15_000;
const maxBytes = 256 * 1024;

/** Loads openid-client on first use, because few servers need it. */
export const loadClient = (): Promise<Client> => import('openid-client');

type Address = Pick<Provider, 'issuer' | 'allowsPrivate'>;

/** Fetches the provider's configuration, and checks that it names the same issuer. @throws an error of openid-client, or FetchFailure in its causes */
export async function discover(
  http: ProviderHttp,
  provider: Address & Partial<Pick<Provider, 'clientId' | 'clientSecret'>>,
): Promise<Configuration> {
  const client = await loadClient();
  const fetchInTime = fetchVia(http, provider, performance.now() + stepMs);
  const address = new URL(`${provider.issuer}/.well-known/openid-configuration`);
  const found = await client.discovery(address, 'cellar', undefined, client.None(), {
    [client.customFetch]: fetchInTime,
    timeout: timeoutSeconds,
    execute: provider.allowsPrivate ? [client.allowInsecureRequests] : [],
  });
  const server = found.serverMetadata();
  // OpenID Connect Discovery 1.0 section 4.3, apart from a slash at the end.
  if (withoutSlash(server.issuer) !== provider.issuer) throw new IssuerDiffers(server.issuer);
  const { clientId = 'cellar', clientSecret } = provider;
  const config = new client.Configuration(
    server,
    clientId,
    undefined,
    authenticationOf(client, server, clientSecret),
  );
  config[client.customFetch] = fetchInTime;
  config.timeout = timeoutSeconds;
  if (provider.allowsPrivate) client.allowInsecureRequests(config);
  // Checks the signature of ID tokens, although they come directly from the provider.
  client.enableNonRepudiationChecks(config);
  return config;
}

/**
 * Prefers the secret in the body: for a header it must be encoded in a way that some providers do not expect. A provider that
 * does not say what it supports expects the header (OpenID Connect Discovery 1.0 section 3).
 */
function authenticationOf(client: Client, server: OpenidClient.ServerMetadata, secret: string | undefined) {
  if (secret === undefined) return client.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_post')
    ? client.ClientSecretPost(secret)
    : client.ClientSecretBasic(secret);
}

/** `until`: on the scale of `performance.now()`. */
function fetchVia(http: ProviderHttp, { allowsPrivate }: Address, until: number): OpenidClient.CustomFetch {
  const via = allowsPrivate ? http.open : http.guarded;
  return async (address, { method, headers, body, signal }) => {
    const {
      status,
      headers: received,
      bytes,
    } = await via.exchange(address, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      timeoutMs: Math.min(timeoutSeconds * 1000, Math.max(0, Math.round(until - performance.now()))),
      maxBytes,
      signal,
    });
    const kept = ['content-type', 'www-authenticate'].flatMap((name) => {
      const value = received.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : new Uint8Array(bytes), { status, headers: kept });
  };
}

// Says in plain words what is wrong with a provider.

type Problem = Pick<ProviderTest, 'problem' | 'detail'>;

const maxDetail = 300;

/** Fetches the provider's configuration. */
export async function testProvider(
  http: ProviderHttp,
  address: Pick<Provider, 'issuer' | 'allowsPrivate'>,
): Promise<ProviderTest> {
  try {
    const server = (await discover(http, address)).serverMetadata();
    const problem = missingIn(server);
    return { problem, detail: null, canLogOut: server.end_session_endpoint !== undefined };
  } catch (error) {
    const { problem, detail } = problemOf(error, address);
    return { problem, detail: detail?.slice(0, maxDetail) ?? null, canLogOut: false };
  }
}

interface Metadata {
  authorization_endpoint?: string;
  token_endpoint?: string;
  response_types_supported?: string[];
  id_token_signing_alg_values_supported?: string[];
}

function missingIn(server: Metadata): ProviderProblem | null {
  if (!server.authorization_endpoint) return 'no_authorization';
  if (!server.token_endpoint) return 'no_token';
  if (server.response_types_supported?.includes('code') === false) return 'no_code_flow';
  const algorithms = server.id_token_signing_alg_values_supported ?? ['RS256'];
  // HS256 signs with the client's secret, so its signatures prove nothing to anyone else; openid-client refuses them.
  return algorithms.every((name) => /^(HS|none)/.test(name)) ? 'no_signing_key' : null;
}

function problemOf(error: unknown, { issuer }: Pick<Provider, 'issuer'>): Problem {
  if (error instanceof IssuerDiffers) return { problem: 'issuer_differs', detail: error.message };
  const failure = causesOf(error).find((cause) => cause instanceof FetchFailure);
  if (failure) return { problem: problemOfFetch(failure), detail: failure.message };
  const code = codeOf(error);
  if (code === 'OAUTH_HTTP_REQUEST_FORBIDDEN') return { problem: 'no_https', detail: null };
  if (code === 'OAUTH_TIMEOUT') return { problem: 'timeout', detail: null };
  const response = causesOf(error).find((cause) => cause instanceof Response);
  if (response) {
    const isAbsent = response.status === 404 || response.status === 410;
    const problem = isAbsent ? 'not_found' : response.status >= 500 ? 'unreachable' : 'not_a_provider';
    return { problem, detail: `${new URL(issuer).host}: ${response.status}` };
  }
  return { problem: 'not_a_provider', detail: messageOf(error) };
}

function problemOfFetch({ kind, message }: FetchFailure): ProviderProblem {
  if (kind === 'refused_address') return /https/.test(message) ? 'no_https' : 'private_address';
  if (kind === 'timeout') return 'timeout';
  return kind === 'too_large' ? 'not_a_provider' : 'unreachable';
}

/** Why a login failed, from an error of openid-client. */
export function loginProblemOf(error: unknown): LoginProblem {
  const failure = causesOf(error).find((cause) => cause instanceof FetchFailure);
  if (failure) return failure.kind === 'too_large' ? 'provider_refused' : 'provider_away';
  const code = codeOf(error);
  if (code === 'OAUTH_TIMEOUT') return 'provider_away';
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return problemOfAnswer(error);
  const response = causesOf(error).find((cause) => cause instanceof Response);
  return response && response.status >= 500 ? 'provider_away' : 'provider_refused';
}

/** RFC 6749 section 4.1.2.1. */
function problemOfAnswer(error: unknown): LoginProblem {
  const { error: answer } = error as { error?: string };
  if (answer === 'access_denied') return 'canceled';
  return answer === 'server_error' || answer === 'temporarily_unavailable'
    ? 'provider_away'
    : 'provider_refused';
}

/** The error and its causes. */
function causesOf(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let at = error; at !== undefined && at !== null && found.length < 8; ) {
    found.push(at);
    at = typeof at === 'object' && 'cause' in at ? at.cause : undefined;
  }
  return found;
}
