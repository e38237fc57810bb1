// The links of a list: what they open, for how long, and what the history says of it.
import { api } from '@cellar/contract/api.ts';
import { beforeAll, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { addExtra } from '#test/extras-and-cheats.ts';
import { createGame } from '#test/factories.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { sha256 } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

const hour = 3600_000;

type Game = Awaited<ReturnType<typeof createGame>>;

let game: Game;
let other: Game;
const app = sharedApp({ env: { METADATA_PROVIDERS: 'off' } });
const admin = sharedClient(app, 'admin');
const member = sharedClient(app, 'member');

beforeAll(async () => {
  game = await createGame(app.services, admin);
  other = await createGame(app.services, admin, { platform: 'Linux' });
});

const db = () => app.services.database.db;
const gamesOf = (...games: { id: string }[]) => games.map(({ id }) => ({ id }));

/** Returns the links of a list as paths on the server. */
async function linksOf(client: Client, json: object): Promise<string[]> {
  const { status, body } = await client.call(api.createDownloadList, { json: { format: 'links', ...json } });
  expect(status).toBe(200);
  return body
    .trim()
    .split('\n')
    .map((link: string) => {
      expect(link.startsWith(app.url)).toBe(true);
      return link.slice(app.url.length);
    });
}

const linkOf = async (client: Client, ...games: { id: string }[]) =>
  (await linksOf(client, { games: gamesOf(...games) }))[0] ?? '';

async function refusalOf(response: Response) {
  return [response.status, ((await response.json()) as { code: string }).code];
}

async function activities(client: Client) {
  return (await client.call(api.myActivity)).body.activities as {
    gameTitle: string;
    downloadStatus: string;
  }[];
}

async function setHidden(isHidden: boolean, ...ids: string[]) {
  await admin.call(api.changeGames, { json: { ids, action: { kind: 'setVisibility', isHidden } } });
}

it('opens its file without a session, and only then is there a download', async () => {
  const reader = await app.as('member');
  const [link = '', next = ''] = await linksOf(reader, { games: gamesOf(game, other) });
  expect(await activities(reader)).toEqual([]);
  expect((await reader.call(api.activeDownloads)).body.downloads).toEqual([]);
  const head = await app.visitor.fetch(link, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '5000']);
  expect(await activities(reader), 'a request without bytes').toEqual([]);
  // Two connections at the same time are one download.
  const halves = ['bytes=0-2499', 'bytes=2500-'].map((range) =>
    app.visitor.fetch(link, { headers: { range } }).then((response) => response.arrayBuffer()),
  );
  const bytes = Buffer.concat((await Promise.all(halves)).map((half) => Buffer.from(half)));
  expect(sha256(bytes)).toBe(sha256(game.archive));
  await eventually(async () => {
    const all = await activities(reader);
    expect(all.map(({ gameTitle, downloadStatus }) => [gameTitle, downloadStatus])).toEqual([
      [game.title, 'completed'],
    ]);
  });
  expect((await app.visitor.fetch(next)).status).toBe(200);
  expect((await app.visitor.fetch(link)).status, 'again').toBe(200);
});

it('opens the file of an extra', async () => {
  const rich = await createGame(app.services, admin);
  await addExtra(app.services, admin, rich.id, { fileName: 'notes.zip' });
  const links = await linksOf(member, { games: gamesOf(rich), withExtras: true });
  const response = await app.visitor.fetch(links[1] ?? '');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename=notes.zip');
  expect((await response.arrayBuffer()).byteLength).toBe(3000);
});

it('opens no other file, and not if it was changed', async () => {
  const [link = '', next = ''] = await linksOf(member, { games: gamesOf(game, other) });
  const ticketOf = (url: string) => url.slice(url.indexOf('ticket='));
  const pathOf = (url: string) => url.slice(0, url.indexOf('?'));
  const wrong = [
    `${pathOf(next)}?${ticketOf(link)}`,
    `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
    `${link}x`,
    link.slice(0, link.indexOf('.') + 1),
    `${pathOf(link)}?ticket=.`,
    `${pathOf(link)}?ticket=no-such-list.${'x'.repeat(43)}`,
    `${link}&singleFile=x`,
  ];
  for (const url of wrong) {
    expect(await refusalOf(await app.visitor.fetch(url)), url).toEqual([403, 'ticket_invalid']);
  }
});

it('opens no file that has replaced its own', async () => {
  const replaced = await createGame(app.services, admin);
  const link = await linkOf(member, replaced);
  const params = { id: replaced.id, platform: replaced.platform };
  await admin.call(api.deletePlatformFile, { params });
  expect(await refusalOf(await app.visitor.fetch(link))).toEqual([404, 'file_missing']);
  await createGame(app.services, admin, { title: replaced.title });
  expect(await refusalOf(await app.visitor.fetch(link))).toEqual([403, 'ticket_invalid']);
});

it('expires a day after its last use, and after a week at most', async () => {
  const link = await linkOf(member, game);
  const unused = await linkOf(member, game);
  for (let day = 1; day <= 7; day += 1) {
    app.clock.advance(23 * hour);
    expect((await app.visitor.fetch(link)).status, `on day ${day}`).toBe(200);
  }
  app.clock.advance(8 * hour);
  for (const url of [link, unused]) {
    expect(await refusalOf(await app.visitor.fetch(url))).toEqual([403, 'ticket_invalid']);
  }
  await app.services.downloads.tidy();
  expect(await db().selectFrom('downloadLists').selectAll().execute()).toEqual([]);
});

it('ends with the session, and with the access of the member', async () => {
  const reader = await app.as('member');
  const ended = await linkOf(reader, game);
  const { body } = await reader.call(api.listSessions);
  await reader.call(api.endSession, { params: { id: body.sessions[0]._id } });
  expect(await refusalOf(await app.visitor.fetch(ended))).toEqual([403, 'ticket_invalid']);

  const suspended = await app.as('member');
  const link = await linkOf(suspended, game);
  await db()
    .updateTable('users')
    .set({ suspendedAt: new Date().toISOString() })
    .where('id', '=', suspended.account?.id ?? '')
    .execute();
  expect(await refusalOf(await app.visitor.fetch(link))).toEqual([403, 'ticket_invalid']);
  await db()
    .deleteFrom('users')
    .where('id', '=', suspended.account?.id ?? '')
    .execute();
  expect(await refusalOf(await app.visitor.fetch(link))).toEqual([403, 'ticket_invalid']);
});

it('does not begin a download of a game that was hidden or quarantined since', async () => {
  const reader = await app.as('member');
  const [secret, begun] = [await createGame(app.services, admin), await createGame(app.services, admin)];
  const [link = '', running = ''] = await linksOf(reader, { games: gamesOf(secret, begun) });
  const part = { headers: { range: 'bytes=0-9' } };
  expect((await app.visitor.fetch(running, part)).status).toBe(206);
  await setHidden(true, secret.id, begun.id);
  expect(await refusalOf(await app.visitor.fetch(link))).toEqual([404, 'not_found']);
  expect((await app.visitor.fetch(running)).status, 'one that has begun').toBe(200);
  const keyOf = db().selectFrom('gameFiles').select('storageKey').where('gameId', '=', begun.id);
  await db()
    .updateTable('virusScans')
    .set({ result: 'infected', threat: 'Eicar' })
    .where('storageKey', '=', keyOf)
    .execute();
  expect(await refusalOf(await app.visitor.fetch(running))).toEqual([403, 'file_quarantined']);
});

it('is void for a download that was cancelled; the others go on', async () => {
  const reader = await app.as('member');
  const big = await createGame(app.services, admin);
  const [link = '', next = ''] = await linksOf(reader, { games: gamesOf(big, other) });
  await app.visitor.fetch(link, { headers: { range: 'bytes=0-9' } });
  const running = (await reader.call(api.activeDownloads)).body.downloads;
  expect(running.length).toBe(1);
  const params = { downloadId: running[0].downloadId };
  expect((await reader.call(api.cancelDownload, { params, json: {} })).status).toBe(200);
  expect(await refusalOf(await app.visitor.fetch(link))).toEqual([403, 'ticket_invalid']);
  expect((await app.visitor.fetch(next)).status).toBe(200);
});
