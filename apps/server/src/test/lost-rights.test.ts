// What happens to everything that is under way when its caller loses a right: the table in SECURITY.md, row by row.
import { once } from 'node:events';
import { get, type IncomingMessage, request } from 'node:http';
import { api } from '@cellar/contract/api.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/tokens.ts';
import { type Client, createClient } from './client.ts';
import { addCheat, cheatFields, cheatPath } from './extras-and-cheats.ts';
import { createGame, sampleArchive, samplePassword } from './factories.ts';
import { createApiToken } from './logins.ts';
import { getTicket } from './sample-download.ts';
import { beginUpload, ourFields, sampleUpload } from './sample-upload.ts';
import { sharedApp, sharedClient } from './shared-app.ts';

// More than the sockets buffer.
const archive = sampleArchive(24 * 1024 * 1024);

let game: Awaited<ReturnType<typeof createGame>>;
let cheatId: string;
const app = sharedApp({ env: { METADATA_PROVIDERS: 'off' } });
const owner = sharedClient(app, 'admin');

beforeAll(async () => {
  game = await createGame(app.services, owner, { archive });
  cheatId = (await addCheat(owner, game.id, { file: archive, fileName: 'mod.zip' })).body._id;
});

/** `ends`: it was refused or cut. `goes on`: it succeeded. */
type Fate = 'ends' | 'goes on';

/** Something under way. `fate` completes it. */
interface Thing {
  /** Of a response: resolves when the server or the client has ended it. */
  ended?: Promise<unknown>;
  fate(): Promise<Fate>;
}

/** Receives slowly, until `fate` receives the rest. */
async function receive(path: string, client?: Client): Promise<Thing> {
  const headers = client ? { authorization: `Bearer ${client.account?.token}` } : {};
  const asked = get(new URL(path, app.url), { agent: false, headers });
  asked.on('error', () => undefined);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  let isSlow = true;
  response.on('error', () => undefined);
  response.on('data', () => {
    if (!isSlow) return;
    response.pause();
    setTimeout(() => response.resume(), 50);
  });
  const ended = new Promise<Fate>((resolve) => {
    response.on('close', () => resolve(response.complete ? 'goes on' : 'ends'));
  });
  return {
    ended,
    fate() {
      isSlow = false;
      return ended;
    },
  };
}

/** Sends the first half of a JSON body. */
async function sendJson(client: Client): Promise<Thing> {
  const json = JSON.stringify({ titles: ['Sample Game'] });
  const headers = {
    authorization: `Bearer ${client.account?.token}`,
    'content-type': 'application/json',
    'content-length': json.length,
  };
  const { method, path } = api.previewRules;
  const sending = request(new URL(path, app.url), { method, agent: false, headers });
  sending.write(json.slice(0, 10));
  const answer = once(sending, 'response') as Promise<[IncomingMessage]>;
  return {
    async fate() {
      sending.end(json.slice(10));
      const [response] = await answer;
      response.resume();
      return response.statusCode === 200 ? 'goes on' : 'ends';
    },
  };
}

const half = archive.subarray(0, 5000);

/** Sends the first half of a file. `waits`: the rest is never sent. */
async function sendFile(
  client: Client,
  path: string,
  { fields, field, waits = false }: { fields: Record<string, string>; field?: string; waits?: boolean },
): Promise<Thing> {
  const sending = beginUpload(new URL(path, app.url).href, client.account, fields, field);
  await sending.write(half);
  return {
    async fate() {
      if (!waits) {
        await sending.write(half);
        sending.finish();
      }
      const { status, body } = await sending.answer;
      if (status < 300) return 'goes on';
      expect(['session_expired', 'account_suspended', 'forbidden']).toContain(body.code);
      return 'ends';
    },
  };
}

async function followAlerts(client: Client): Promise<Thing> {
  const stop = new AbortController();
  const response = await client.fetch(api.followAlerts.path, { signal: stop.signal });
  let isOver = false;
  const ended = response.text().then(
    () => {
      isOver = true;
    },
    () => undefined,
  );
  return {
    ended,
    async fate() {
      stop.abort();
      await ended;
      return isOver ? 'ends' : 'goes on';
    },
  };
}

/** Begins everything in a session, or with an API token, which can't follow alerts. */
async function beginAll(client: Client): Promise<Record<string, Thing>> {
  const { id } = await createGame(app.services, owner);
  const upload = sampleUpload({ archive: Buffer.concat([half, half]), chunkSize: 20_000 });
  const list = await client.call(api.createDownloadList, {
    json: { format: 'links', games: [{ id: game.id }] },
  });
  const { pathname, search } = new URL(list.body.trim());
  return {
    json: await sendJson(client),
    chunk: await sendFile(client, '/api/games', { fields: ourFields(upload, 0) }),
    'whole file': await sendFile(client, `/api/games/${id}/upload`, { fields: { platform: 'Linux' } }),
    'standing file': await sendFile(client, `/api/games/${id}/upload`, {
      fields: { platform: 'Mac' },
      waits: true,
    }),
    extra: await sendFile(client, `/api/games/${id}/extras`, { fields: { kind: 'manual', name: 'Manual' } }),
    'cheat file': await sendFile(client, `/api/games/${id}/cheat-files`, {
      fields: cheatFields,
      field: 'cheatFile',
    }),
    picture: await sendFile(client, '/api/artwork', { fields: {}, field: 'image' }),
    download: await receive(`/api/games/${game.id}/download/Windows?downloadId=${newId()}`, client),
    ticket: await receive((await getTicket(client, game)).url),
    list: await receive(pathname + search),
    cheat: await receive(cheatPath(game.id, cheatId), client),
    ...(client.account?.token.startsWith('cellar_') ? {} : { alerts: await followAlerts(client) }),
  };
}

/** A second session of the same account. */
async function anotherSession({ account }: Client): Promise<Client> {
  const { email = '' } = account ?? {};
  const { body } = await app.visitor.call(api.login, { json: { email, password: samplePassword } });
  return createClient(app.url, { id: '', email, token: body.token });
}

interface Way {
  /** What goes on. Everything else ends. */
  goesOn: readonly string[];
  lose(client: Client): Promise<{ status: number }>;
}

const params = ({ account }: Client) => ({ userId: account?.id ?? '' });
const downloads = ['download', 'ticket', 'list', 'cheat'];

const ways: Record<string, Way> = {
  'a suspension': {
    goesOn: [],
    lose: (client) => owner.call(api.changeUser, { params: params(client), json: { isSuspended: true } }),
  },
  'the loss of the role': {
    goesOn: [...downloads, 'alerts'],
    lose: (client) => owner.call(api.changeUser, { params: params(client), json: { isAdmin: false } }),
  },
  'a deletion of the account': {
    goesOn: [],
    lose: (client) => owner.call(api.deleteUser, { params: params(client) }),
  },
  'the end of the session in the list': {
    goesOn: [],
    lose: async (client) => {
      const other = await anotherSession(client);
      const { sessions } = (await client.call(api.listSessions)).body;
      const { _id: id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
      return other.call(api.endSession, { params: { id } });
    },
  },
  'a logout': { goesOn: ['ticket', 'list'], lose: (client) => client.call(api.logout) },
  'a new password in another session': {
    goesOn: [],
    lose: async (client) => {
      const json = { currentPassword: samplePassword, newPassword: 'another secret' };
      return (await anotherSession(client)).call(api.changePassword, { json });
    },
  },
};

async function expectFates(
  way: string,
  things: Record<string, Thing>,
  goesOn: readonly string[],
): Promise<void> {
  const names = Object.keys(things);
  const sent = names.filter((name) => !things[name]?.ended);
  const fates = Object.fromEntries(
    await Promise.all(sent.map(async (name) => [name, await things[name]?.fate()])),
  );
  const received = names.filter((name) => things[name]?.ended);
  // Otherwise, what ends could be completed before.
  await Promise.all(received.filter((name) => !goesOn.includes(name)).map((name) => things[name]?.ended));
  for (const name of received) fates[name] = await things[name]?.fate();
  const expected = names.map((name) => [name, goesOn.includes(name) ? 'goes on' : 'ends']);
  expect(fates, way).toEqual(Object.fromEntries(expected));
}

async function expectEnd([way, { goesOn, lose }]: [string, Way]): Promise<void> {
  const client = await app.as('admin');
  const things = await beginAll(client);
  expect((await lose(client)).status).toBe(200);
  await expectFates(way, things, goesOn);
}

async function expectEndOfToken(): Promise<void> {
  const admin = await app.as('admin');
  const scopes = ['read', 'download', 'upload', 'admin'] as const;
  const { client, id } = await createApiToken(app, admin, { scopes });
  const things = await beginAll(client);
  expect((await admin.call(api.revokeApiToken, { params: { id } })).status).toBe(200);
  await expectFates('the end of an API token', things, []);
}

describe('what is under way', () => {
  // All at once, because the server looks every ten seconds.
  it('ends with the right to it', async () => {
    await Promise.all([...Object.entries(ways).map(expectEnd), expectEndOfToken()]);
  });

  it('adds nothing', async () => {
    const { body } = await owner.call(api.listGames, { query: { limit: 100 } });
    for (const { _id: id, platforms } of body.games) {
      expect(platforms).toEqual(['Windows']);
      expect((await owner.call(api.getGame, { params: { id } })).body).toMatchObject({ extras: [] });
    }
  });
});
