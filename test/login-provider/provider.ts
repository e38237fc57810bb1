// A login provider for tests: oidc-provider, which is certified, with a page on which one chooses who to be. Used by the server's
// tests and by the journeys.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata, type Configuration, type JWK } from 'oidc-provider';

/** Someone who can log in at the provider. `sub` and any further claims. */
export interface Person extends Record<string, unknown> {
  sub: string;
}

export interface LoginProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By `sub`. Tests may change them. */
  people: Map<string, Person>;
  /** Signs with a new key from now on, as after a restart with other keys. */
  rotateKeys(): Promise<void>;
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  /** The site's addresses: `/api/auth/oidc/callback` and `/login`. */
  siteUrl: string;
  people?: Person[];
}

const clientId = 'cellar';
const clientSecret = 'a-secret-of-the-test-provider';

export async function startLoginProvider({ siteUrl, people = [] }: Options): Promise<LoginProvider> {
  const known = new Map(people.map((person) => [person.sub, person]));
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  let server = listen((request, response) => handle(request, response), 0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const client: ClientMetadata = {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [`${siteUrl}/api/auth/oidc/callback`],
    post_logout_redirect_uris: [`${siteUrl}/login`],
  };
  let keys = 0;
  const renew = () => {
    keys += 1;
    const provider = new Provider(issuer, configurationOf(client, known, newKey(`key-${keys}`)));
    handle = handlerOf(provider, known);
  };
  renew();
  const goDown = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return {
    ...{ issuer, clientId, clientSecret, people: known },
    rotateKeys: async () => renew(),
    goDown,
    async comeUp() {
      server = listen((request, response) => handle(request, response), port);
      await once(server, 'listening');
    },
    close: async () => (server.listening ? goDown() : undefined),
  };
}

function listen(handle: (request: IncomingMessage, response: ServerResponse) => void, port: number): Server {
  return createServer(handle).listen(port, '127.0.0.1');
}

function newKey(kid: string): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid } as JWK;
}

function configurationOf(client: ClientMetadata, people: Map<string, Person>, key: JWK): Configuration {
  return {
    jwks: { keys: [key] },
    clients: [client],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test provider'] },
    ttl: { AccessToken: 3600, IdToken: 3600, Grant: 3600, Interaction: 600, Session: 3600 },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = page(
            'Log out',
            `${form}<button form="op.logoutForm" name="logout" value="yes">Yes</button>`,
          );
        },
      },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => person };
    },
    // No page asks for consent.
    loadExistingGrant: async ({ oidc }) => {
      const { client: known, session, provider } = oidc;
      if (!known || !session?.accountId) return undefined;
      const id = session.grantIdFor(known.clientId);
      if (id) return provider.Grant.find(id);
      const grant = new provider.Grant({ clientId: known.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  };
}

function handlerOf(provider: Provider, people: Map<string, Person>) {
  const callback = provider.callback();
  return (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html');
      const choices = [...people.values()].map(
        ({ sub, name }) => `<button name="sub" value="${sub}">${name}</button>`,
      );
      const cancel = '<button name="sub" value="">Cancel</button>';
      return void response.end(
        page('Test provider', `<form method="post">${choices.join('')}${cancel}</form>`),
      );
    }
    finish(provider, request, response).catch((error) => response.destroy(error));
  };
}

async function finish(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await request.toArray();
  const sub = new URLSearchParams(Buffer.concat(body).toString()).get('sub');
  const result = sub
    ? { login: { accountId: sub } }
    : { error: 'access_denied', error_description: 'the person has canceled' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function page(heading: string, body: string): string {
  return `<!doctype html><html lang="en"><title>${heading}</title><main><h1>${heading}</h1>${body}</main></html>`;
}
