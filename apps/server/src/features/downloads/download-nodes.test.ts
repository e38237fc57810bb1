// Two servers on one database: how one of them shows and handles a download that the other sends.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { eventually } from '#test/eventually.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { activityOf, getTicket, holdDownload } from '#test/sample-download.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { openFilesUnder } from '#test/traces.ts';

// Far more than the sockets buffer, so that the server must wait for the client.
const archive = sampleArchive(48 * 1024 * 1024);

let database: TestDatabase;
let sender: TestApp;
let other: TestApp;
let member: Client;
let elsewhere: Client;
let game: Awaited<ReturnType<typeof createGame>>;
beforeAll(async () => {
  database = await createTestDatabase();
  sender = await buildApp({ database });
  other = await buildApp({ database, dataDir: sender.dataDir });
  game = await createGame(sender.services, await sender.as('admin'), { archive });
  member = await sender.as('member');
  elsewhere = createClient(other.url, member.account);
});
afterAll(async () => {
  for (const node of [other, sender]) await node.close();
  await database.drop();
});

async function begin() {
  const { url, downloadId } = await getTicket(member, game);
  return { url, downloadId, held: await holdDownload(new URL(url, sender.url).href) };
}

/** Advances the clocks of both servers. */
function advance(ms: number): void {
  for (const { clock } of [sender, other]) clock.advance(ms);
}

it('shows a download as sending on the other node until its client disconnects', async () => {
  const { downloadId, held } = await begin();
  await eventually(async () => {
    expect(await activityOf(elsewhere, downloadId)).toMatchObject({ status: 'in_progress', isSending: true });
  });
  held.leave();
  await eventually(async () => {
    expect(await activityOf(elsewhere, downloadId)).toMatchObject({
      status: 'in_progress',
      isSending: false,
    });
  });
});

it('does not fail a download that stalls on the other node', async () => {
  const { downloadId, held } = await begin();
  await eventually(async () => {
    expect(await activityOf(elsewhere, downloadId)).toMatchObject({ isSending: true });
  });
  advance(5 * 60_000);
  // The sending node records that the connection is still open.
  await eventually(async () => {
    expect(await activityOf(elsewhere, downloadId)).toMatchObject({ isSending: true });
  });
  await other.services.downloads.tidy();
  expect(await activityOf(elsewhere, downloadId)).toMatchObject({ status: 'in_progress', isSending: true });

  held.leave();
  await eventually(async () => {
    expect(await activityOf(elsewhere, downloadId)).toMatchObject({ isSending: false });
  });
  advance(5 * 60_000);
  await other.services.downloads.tidy();
  expect(await activityOf(elsewhere, downloadId)).toMatchObject({ status: 'failed' });
});

it('shows a download as sending while at least one node sends it', async () => {
  const { url, downloadId, held } = await begin();
  await sender.services.downloads.flushProgress();
  const second = await holdDownload(new URL(url, other.url).href);
  await other.services.downloads.flushProgress();
  held.leave();
  await eventually(async () => expect(await openFilesUnder(sender.dataDir)).toHaveLength(1));
  await sender.services.downloads.flushProgress();
  expect(await activityOf(member, downloadId)).toMatchObject({ isSending: true });
  second.leave();
  await eventually(async () => {
    expect(await activityOf(member, downloadId)).toMatchObject({ isSending: false });
  });
});
