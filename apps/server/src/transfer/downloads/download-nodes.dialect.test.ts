// Two servers on one database: how one of them shows and handles a download that the other sends.
import { stat } from 'node:fs/promises';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { activityOf, getTicket, holdDownload } from '#test/sample-download.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { openFilesUnder, storedPath } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

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

function findRow(downloadId: string) {
  const query = sender.services.database.db.selectFrom('downloads').selectAll();
  return query.where('clientId', '=', downloadId).executeTakeFirstOrThrow();
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

it.each(['deleted with its game', 'removed from its game'])(
  'sends a file to its end that the other node has %s',
  async (how) => {
    const doomed = await createGame(sender.services, await sender.as('admin'), { archive });
    const path = await storedPath(sender, doomed.id, doomed.platform);
    const { url, downloadId } = await getTicket(member, doomed);
    const held = await holdDownload(new URL(url, sender.url).href);
    await sender.services.downloads.flushProgress();
    const admin = createClient(other.url, (await sender.as('admin')).account);
    const params = { id: doomed.id, platform: doomed.platform };
    if (how === 'deleted with its game') await admin.call(api.deleteGame, { params });
    else await admin.call(api.deletePlatformFile, { params });
    expect(await stat(path)).toMatchObject({ size: archive.length });
    held.resume();
    expect(await held.ended).toBe('whole');
    await eventually(async () => {
      expect(await activityOf(elsewhere, downloadId)).toMatchObject({
        status: 'completed',
        isSending: false,
      });
    });
    await other.services.files.removeMarkedFiles();
    await expect(stat(path)).rejects.toThrow('ENOENT');
  },
);

it('stops a download that is cancelled on the other node', async () => {
  const { downloadId, held } = await begin();
  await elsewhere.call(api.cancelDownload, { params: { downloadId }, json: {} });
  await eventually(async () => expect(await openFilesUnder(sender.dataDir)).toEqual([]));
  held.resume();
  expect(await held.ended).toBe('cut');
  expect(await activityOf(member, downloadId)).toMatchObject({ status: 'failed', isCancelled: true });
});

it('counts the bytes that both nodes send of one download once, and completes it once', async () => {
  const { url, downloadId } = await getTicket(member, game);
  const third = Math.floor(archive.length / 3);
  // The middle is sent by both.
  const halves: [TestApp, number, number][] = [
    [sender, 0, 2 * third - 1],
    [other, third, archive.length - 1],
  ];
  const bodies = await Promise.all(
    halves.map(async ([node, first, last]) => {
      const headers = { range: `bytes=${first}-${last}` };
      return Buffer.from(await (await fetch(new URL(url, node.url), { headers })).arrayBuffer());
    }),
  );
  expect(bodies.map(({ length }) => length)).toEqual([2 * third, archive.length - third]);
  const [first] = await eventually(async () => {
    const seen = [await activityOf(member, downloadId), await activityOf(elsewhere, downloadId)];
    const whole = { status: 'completed', bytesSent: archive.length, isSending: false };
    expect(seen).toMatchObject([whole, whole]);
    return seen;
  });
  const { endedAt } = await findRow(downloadId);
  // A further connection on the other node does not complete it again.
  await (await fetch(new URL(url, other.url), { headers: { range: 'bytes=0-99' } })).arrayBuffer();
  await other.services.downloads.flushProgress();
  expect(await findRow(downloadId)).toMatchObject({ endedAt, bytesSent: first?.bytesSent });
});

it('resumes a download on one node while the other still believes that it sends it', async () => {
  const { url, downloadId, held } = await begin();
  await sender.services.downloads.flushProgress();
  const body = await (await fetch(new URL(url, other.url))).arrayBuffer();
  expect(body.byteLength).toBe(archive.length);
  await eventually(async () => {
    expect(await activityOf(member, downloadId)).toMatchObject({
      status: 'completed',
      bytesSent: archive.length,
    });
  });
  held.leave();
  await eventually(async () => expect(await openFilesUnder(sender.dataDir)).toEqual([]));
  await sender.services.downloads.flushProgress();
  expect(await activityOf(elsewhere, downloadId)).toMatchObject({
    status: 'completed',
    bytesSent: archive.length,
  });
});
