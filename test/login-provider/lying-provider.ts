// A login provider that can lie: each test changes what its discovery, tokens and answers contain. Only for the server's tests.
import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

export interface Lies {
  /** Merged into what would be right. */
  discovery?: Json;
  header?: Json;
  claims?: Json;
  userInfo?: Json;
  /** How the ID token is signed. `other-key`: with a key that the provider does not publish. */
  signature?: 'right' | 'none' | 'other-key' | 'secret';
  /** Answers the server this late. */
  delayMs?: number;
  /** Never answers at this path. */
  silentAt?: string;
  /** Appends so many bytes to the discovery. */
  extraBytes?: number;
  /** The status and the body of the token endpoint. */
  tokens?: { status: number; body: string };
  /** `iss` of the answer to the browser. Absent: the right one. Null: none. */
  iss?: string | null;
}

export interface LyingProvider {
  issuer: string;
  lies: Lies;
  /** The requests to the token endpoint. */
  exchanges: number;
  close(): Promise<void>;
}

const clientSecret = 'a-secret-of-the-lying-provider';
export const lyingClient = { clientId: 'cellar', clientSecret };

export async function startLyingProvider(): Promise<LyingProvider> {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const jwk = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' };
  let nonce = '';
  const provider = { issuer: '', lies: {} as Lies, exchanges: 0 };
  const server = createServer(async (request, response) => {
    const { lies, issuer } = provider;
    const url = new URL(request.url ?? '', issuer);
    if (url.pathname === lies.silentAt) return;
    if (lies.delayMs && url.pathname !== '/authorize') {
      await new Promise((resolve) => setTimeout(resolve, lies.delayMs));
    }
    if (url.pathname === '/.well-known/openid-configuration') {
      return json(response, {
        ...discoveryOf(issuer),
        ...lies.discovery,
        filler: 'x'.repeat(lies.extraBytes ?? 0),
      });
    }
    if (url.pathname === '/keys') return json(response, { keys: [jwk] });
    if (url.pathname === '/userinfo') return json(response, { sub: 'someone', ...lies.userInfo });
    if (url.pathname === '/authorize') {
      nonce = url.searchParams.get('nonce') ?? '';
      return sendBack(response, url, lies.iss === undefined ? issuer : lies.iss);
    }
    provider.exchanges += 1;
    if (lies.tokens) return send(response, lies.tokens.status, lies.tokens.body);
    const idToken = tokenOf({ lies, issuer, nonce }, pair.privateKey, other);
    return json(response, { access_token: 'token', token_type: 'Bearer', expires_in: 60, id_token: idToken });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(provider, {
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

function discoveryOf(issuer: string): Json {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  };
}

function sendBack(response: ServerResponse, url: URL, iss: string | null): void {
  const back = new URL(url.searchParams.get('redirect_uri') ?? '');
  back.searchParams.set('code', 'code');
  back.searchParams.set('state', url.searchParams.get('state') ?? '');
  if (iss !== null) back.searchParams.set('iss', iss);
  response.writeHead(303, { location: back.href }).end();
}

function tokenOf(
  { lies, issuer, nonce }: { lies: Lies; issuer: string; nonce: string },
  key: KeyObject,
  other: KeyObject,
) {
  const now = Math.floor(Date.now() / 1000);
  const algorithms = { right: 'RS256', 'other-key': 'RS256', none: 'none', secret: 'HS256' };
  const { signature = 'right' } = lies;
  const header = { alg: algorithms[signature], kid: 'key', ...lies.header };
  const claims = {
    iss: issuer,
    aud: 'cellar',
    sub: 'someone',
    nonce,
    iat: now,
    exp: now + 300,
    ...lies.claims,
  };
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (signature === 'none') return `${signed}.`;
  if (signature === 'secret')
    return `${signed}.${createHmac('sha256', clientSecret).update(signed).digest('base64url')}`;
  const by = signature === 'other-key' ? other : key;
  return `${signed}.${createSign('sha256').update(signed).sign(by).toString('base64url')}`;
}

function json(response: ServerResponse, body: Json): void {
  send(response, 200, JSON.stringify(body));
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
