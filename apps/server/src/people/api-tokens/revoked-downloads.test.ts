// Two servers on one database: what is revoked on one of them ends on the other.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { createApiToken } from '#test/logins.ts';
import { getTicket, holdDownload } from '#test/sample-download.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { openFilesUnder } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

const hour = 3600_000;
// Far more than the sockets buffer, so that the server must wait for the client.
const archive = sampleArchive(48 * 1024 * 1024);
const scopes = ['read', 'download'] as const;

let database: TestDatabase;
let sender: TestApp;
let other: TestApp;
let game: Awaited<ReturnType<typeof createGame>>;
let member: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  sender = await buildApp({ database });
  other = await buildApp({ database, dataDir: sender.dataDir });
  game = await createGame(sender.services, await sender.as('admin'), { archive });
});
beforeEach(async () => {
  member = await other.as('member');
});
afterAll(async () => {
  for (const node of [other, sender]) await node.close();
  await database.drop();
});

const pathOf = (downloadId: string) =>
  `${sender.url}/api/games/${game.id}/download/${game.platform}?downloadId=${downloadId}`;

it('a token that is revoked on one node works on no other, and its running download is cut', async () => {
  const { token, id } = await createApiToken(other, member, { scopes });
  const { token: kept } = await createApiToken(other, member, { scopes });
  const client = createClient(sender.url, { id: '', email: '', token });
  expect((await client.call(api.me)).status).toBe(200);
  const cut = await holdDownload(pathOf('cut'), { authorization: `Bearer ${token}` });
  const whole = await holdDownload(pathOf('whole'), { authorization: `Bearer ${kept}` });
  expect((await member.call(api.revokeApiToken, { params: { id } })).status).toBe(200);
  expect((await client.call(api.me)).status).toBe(401);
  await eventually(async () => expect(await openFilesUnder(sender.dataDir)).toHaveLength(1));
  for (const download of [cut, whole]) download.resume();
  expect(await cut.ended).toBe('cut');
  expect(await whole.ended).toBe('whole');
});

it('a ticket does not outlive its token', async () => {
  const { token } = await createApiToken(other, member, { scopes, expiresInDays: 1 });
  const client = createClient(sender.url, { id: '', email: '', token });
  for (const { clock } of [sender, other]) clock.advance(20 * hour);
  const { url } = await getTicket(client, game);
  const head = () => sender.visitor.fetch(url, { method: 'HEAD' });
  expect((await head()).status).toBe(200);
  for (const { clock } of [sender, other]) clock.advance(5 * hour);
  expect((await head()).status).toBe(403);
});
