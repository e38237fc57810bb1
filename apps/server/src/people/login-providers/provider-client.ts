// Talks to a provider: openid-client with Cellar's own limits on where requests go, how long they take and how much they return.
// Discovery and keys are fetched for each login (ADR 0037), so that neither rotated keys nor an absent provider need rules.
import type * as OpenidClient from 'openid-client';
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
export class IssuerDiffers extends Error {}

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
