// Metadata providers for tests: Steam's store, IGDB with Twitch's tokens, and RAWG over HTTP, as documented, including pictures.
// Each can be made to refuse requests, to be slow or to break. Used by the server's tests and by the journeys.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type KnownGame, readGames } from './games.ts';
import { answerIgdb, answerTwitch, igdbKeys } from './igdb-shapes.ts';
import { drawPicture } from './pictures.ts';
import { answerRawg, rawgKey } from './rawg-shapes.ts';
import { json, type Reply } from './reply.ts';
import { answerSteam, digestOf } from './steam-shapes.ts';

export type Part = 'steam' | 'igdb' | 'auth' | 'rawg' | 'pictures';

/** How a part deviates from its documentation. */
export interface Behaviour {
  /** Answers with this status. */
  status?: number;
  /** The header `Retry-After` of an answer with `status`. */
  retryAfter?: string;
  /** The body of an answer with `status`. */
  body?: string;
  delayMs?: number;
  /** Answers only after this promise. */
  after?: Promise<void>;
  /** Truncates the JSON. */
  broken?: boolean;
  /** Sends a web page instead of data, like a captive portal. */
  html?: boolean;
  /** Sends this many bytes of JSON. */
  hugeBytes?: number;
  /** Closes the connection in the middle of the answer. */
  cut?: boolean;
  /** Fields to omit, at any depth. */
  without?: string[];
  /** Fields to replace with a value of another type, at any depth. */
  odd?: string[];
  /** Redirects to this address. */
  redirectTo?: string;
  /** The number of requests to answer like this, before answering as documented again. */
  times?: number;
}

export interface Asked {
  part: Part;
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface MetadataServer {
  url: string;
  /** Environment variables that make an application use this server, including the keys. */
  env: Record<string, string>;
  games: KnownGame[];
  behaviour: Partial<Record<Part, Behaviour>>;
  /** All requests, in order. */
  asked: Asked[];
  askedOf(part: Part): Asked[];
  /** Invalidates all tokens. */
  endTokens(): void;
  /** Answers as documented again, and forgets all requests. */
  reset(): void;
  close(): Promise<void>;
}

export const metadataKeys = { ...igdbKeys, rawgKey };

export async function startMetadataServer(): Promise<MetadataServer> {
  let tokens = new Set<string>();
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: MetadataServer = {
    url,
    env: {
      STEAM_URL: `${url}/steam`,
      IGDB_URL: `${url}/igdb`,
      IGDB_AUTH_URL: `${url}/auth`,
      RAWG_URL: `${url}/rawg`,
      IGDB_CLIENT_ID: igdbKeys.clientId,
      IGDB_CLIENT_SECRET: igdbKeys.clientSecret,
      RAWG_API_KEY: rawgKey,
    },
    games: readGames(),
    behaviour: {},
    asked: [],
    askedOf: (part) => state.asked.filter((asked) => asked.part === part),
    endTokens: () => {
      tokens = new Set();
    },
    reset: () => {
      state.behaviour = {};
      state.asked = [];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await readRequest(request, url);
    state.asked.push(asked);
    const behaviour = nextBehaviour(state, asked.part);
    if (behaviour.delayMs) await sleep(behaviour.delayMs);
    await behaviour.after;
    if (behaviour.hugeBytes) {
      response.writeHead(200, { 'content-type': 'application/json' });
      await pipeline(hugeText(behaviour.hugeBytes), response);
      return;
    }
    const reply = replyWith(behaviour, () => answer(state, asked, tokens));
    const headers = { 'content-type': reply.type, ...reply.headers };
    response.writeHead(reply.status, headers);
    if (!behaviour.cut) {
      response.end(reply.body);
      return;
    }
    response.write(reply.body.slice(0, reply.body.length / 2), () => response.destroy());
  }

  return state;
}

async function readRequest(request: IncomingMessage, origin: string): Promise<Asked> {
  const url = new URL(request.url ?? '/', origin);
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const [, first = ''] = url.pathname.split('/');
  const isPicture =
    first === 'store_item_assets' || first === 'media' || url.pathname.startsWith('/igdb/image/');
  const part = isPicture ? 'pictures' : (first as Part);
  return {
    part,
    method: request.method ?? '',
    headers: request.headers,
    query: url.searchParams,
    path: isPicture ? url.pathname : url.pathname.slice(first.length + 1) || '/',
    body: Buffer.concat(pieces).toString('utf8'),
  };
}

function nextBehaviour(state: MetadataServer, part: Part): Behaviour {
  const behaviour = state.behaviour[part] ?? {};
  if (behaviour.times === undefined) return behaviour;
  if (behaviour.times === 0) return {};
  behaviour.times -= 1;
  return behaviour;
}

function answer({ games, url: origin }: MetadataServer, asked: Asked, tokens: Set<string>): Reply {
  const { part, path, method, body, headers } = asked;
  const url = new URL(`${path}?${asked.query}`, origin);
  if (part === 'pictures') return answerPicture(games, path);
  if (part === 'steam' && method === 'GET') return answerSteam(games, url, origin);
  if (part === 'rawg' && method === 'GET') return answerRawg(games, url, origin);
  if (part === 'auth' && method === 'POST') {
    return answerTwitch(body, () => {
      const token = `token-${Math.random().toString(36).slice(2)}`;
      tokens.add(token);
      return token;
    });
  }
  if (part === 'igdb' && method === 'POST') {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const isAuthorised = tokens.has(token) && headers['client-id'] === igdbKeys.clientId;
    return answerIgdb(games, { path, body, isAuthorised }, origin);
  }
  return json({ message: 'not found' }, 404);
}

/** The addresses of pictures of apps above 1,000,000 contain digests, like those of newer apps of Steam. */
function answerPicture(games: KnownGame[], path: string): Reply {
  const [, app, file = ''] = /^\/store_item_assets\/steam\/apps\/(\d+)\/(.+)$/.exec(path) ?? [];
  const name = file.split('/').at(-1) ?? '';
  const isHidden = name.startsWith('library_') && file !== `${digestOf(Number(app), name)}${name}`;
  const isUnknown = app && !games.some(({ ids }) => ids.steam === Number(app));
  if (isHidden || isUnknown) return { status: 404, type: 'text/html', body: 'Not Found' };
  const isTall = name.startsWith('library_') || path.includes('/t_cover_big');
  const body = isTall ? drawPicture(path, 300, 450) : drawPicture(path, 320, 180);
  return { status: 200, type: 'image/png', body, headers: { 'cache-control': 'public, max-age=31536000' } };
}

/** JSON with a text of this many bytes. In pieces, because one large text would block the process, in which the test runs as well. */
function* hugeText(bytes: number): Generator<string> {
  const piece = 'x'.repeat(65_536);
  yield '["';
  for (let left = bytes; left > 0; left -= piece.length) yield piece.slice(0, left);
  yield '"]';
}

function replyWith(behaviour: Behaviour, answerNormally: () => Reply): Reply {
  const { status, retryAfter, redirectTo } = behaviour;
  if (redirectTo) return { ...json(null, 302), headers: { location: redirectTo } };
  if (behaviour.html) {
    return { status: 200, type: 'text/html', body: '<!DOCTYPE html><title>Please log in</title>' };
  }
  if (status) {
    const body = behaviour.body ?? JSON.stringify({ message: 'no' });
    const headers: Record<string, string> = retryAfter ? { 'retry-after': retryAfter } : {};
    return { status, type: 'application/json', body, headers };
  }
  const reply = answerNormally();
  if (behaviour.broken) return { ...reply, body: reply.body.slice(0, reply.body.length / 2) };
  const { without = [], odd = [] } = behaviour;
  if (without.length + odd.length === 0) return reply;
  return { ...reply, body: JSON.stringify(twist(JSON.parse(String(reply.body)), without, odd)) };
}

function twist(value: unknown, without: string[], odd: string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => twist(entry, without, odd));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !without.includes(name));
  return Object.fromEntries(
    kept.map(([name, inner]) => [
      name,
      odd.includes(name) ? { quite: ['different'] } : twist(inner, without, odd),
    ]),
  );
}
