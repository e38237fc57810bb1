// Downloads that do not come to their end: the client leaves, the member cancels or is suspended, the game is deleted.
import { once } from 'node:events';
import { connect } from 'node:net';
import { api } from '@cellar/contract/api.ts';
import type { RunningDownload } from '@cellar/contract/download-activity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { eventually } from '#test/eventually.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { activityOf, askTicket, getTicket, holdDownload } from '#test/sample-download.ts';
import { createTestDatabase } from '#test/test-database.ts';
import { openFilesUnder, sha256 } from '#test/traces.ts';

// Far more than the sockets' own buffers take, so that the server has to wait for the client.
const archive = sampleArchive(48 * 1024 * 1024);

let app: TestApp;
let admin: Client;
let game: Awaited<ReturnType<typeof createGame>>;
beforeAll(async () => {
  app = await buildApp();
  admin = await app.as('admin');
  game = await createGame(app.services, admin, { archive });
});
afterAll(() => app.close());

async function begin(client: Client, target = game) {
  const { url, downloadId } = await getTicket(client, target);
  const held = await holdDownload(new URL(url, app.url).href);
  return { url, downloadId, held };
}

function expectNothingOpen(): Promise<void> {
  return eventually(async () => expect(await openFilesUnder(app.dataDir)).toEqual([]));
}

describe('a download', () => {
  it('tells while it runs how far it is', async () => {
    const member = await app.as('member');
    const { downloadId, held } = await begin(member);
    await eventually(async () => {
      const activity = await activityOf(member, downloadId);
      expect(activity).toMatchObject({ status: 'in_progress', isSending: true });
      expect(activity?.bytesSent).toBeGreaterThan(0);
      expect(activity?.bytesSent).toBeLessThan(archive.length);
    });
    held.resume();
    expect(await held.ended).toBe('whole');
    expect(held.received()).toBe(archive.length);
    await eventually(async () => {
      expect(await activityOf(member, downloadId)).toMatchObject({ status: 'completed', isSending: false });
    });
  });

  it('whose client leaves holds nothing open, and goes on with a range', async () => {
    const member = await app.as('member');
    const { url, downloadId, held } = await begin(member);
    expect((await openFilesUnder(app.dataDir)).length).toBe(1);
    held.leave();
    await expectNothingOpen();
    await eventually(async () => {
      expect(await activityOf(member, downloadId)).toMatchObject({ status: 'in_progress', isSending: false });
    });
    const first = archive.subarray(0, 1_000_000);
    const rest = await app.visitor.fetch(url, { headers: { range: 'bytes=1000000-' } });
    expect(sha256(Buffer.concat([first, Buffer.from(await rest.arrayBuffer())]))).toBe(sha256(archive));
  });

  it('that many clients leave holds nothing open', async () => {
    const member = await app.as('member');
    const all = await Promise.all(Array.from({ length: 10 }, () => begin(member)));
    for (const { held } of all) held.leave();
    await expectNothingOpen();
    await eventually(async () => {
      const { body } = await member.call(api.activeDownloads);
      expect(body.downloads.filter(({ isSending }: { isSending: boolean }) => isSending)).toEqual([]);
    });
  });

  it('that is cancelled is cut at once, and stays failed', async () => {
    const member = await app.as('member');
    const { url, downloadId, held } = await begin(member);
    const second = await holdDownload(new URL(url, app.url).href);
    expect((await member.call(api.cancelDownload, { params: { downloadId } })).status).toBe(200);
    await expectNothingOpen();
    expect(await Promise.all([readOn(held), readOn(second)])).toEqual(['cut', 'cut']);
    await eventually(async () => {
      expect(await activityOf(member, downloadId)).toMatchObject({ status: 'failed', isSending: false });
    });
    expect((await app.visitor.fetch(url)).status).toBe(403);
    expect((await askTicket(member, game, downloadId)).status).toBe(409);
    expect(
      (await member.fetch(`/api/games/${game.id}/download/Windows?downloadId=${downloadId}`)).status,
    ).toBe(409);
    expect(await activityOf(member, downloadId)).toMatchObject({ status: 'failed' });
  });

  it('that is cancelled takes back what a slow client has not fetched yet', async () => {
    const member = await app.as('member');
    const { url, downloadId } = await getTicket(member, game);
    const { hostname, port, pathname, search } = new URL(url, app.url);
    const socket = connect(Number(port), hostname);
    const end = new Promise((resolve) => {
      socket.once('end', () => resolve('ended'));
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    await member.call(api.cancelDownload, { params: { downloadId } });
    await expectNothingOpen();
    socket.resume();
    // An orderly end would come behind megabytes that the system sends on.
    expect(await end).toBe('ECONNRESET');
  });

  it('says when its connection broke before the first byte, until it is asked for again', async () => {
    const member = await app.as('member');
    const { downloadId } = await getTicket(member, game);
    const { db } = app.services.database;
    const { id } = await db
      .selectFrom('downloads')
      .select('id')
      .where('clientId', '=', downloadId)
      .executeTakeFirstOrThrow();
    const transfer = app.services.downloads.beginTransfer(id);
    expect(await activityOf(member, downloadId)).toMatchObject({ hasBroken: false, isSending: true });
    await transfer.end(true);
    expect(await activityOf(member, downloadId)).toMatchObject({ hasBroken: true, isSending: false });
    await getTicket(member, game, downloadId);
    expect(await activityOf(member, downloadId)).toMatchObject({ hasBroken: false });
  });

  it('that never began has failed, is not cancelled, and goes on when a byte is asked for after all', async () => {
    const member = await app.as('member');
    const { url, downloadId } = await getTicket(member, game);
    const giveUp = { params: { downloadId }, json: { reason: 'never_began' } };
    expect((await member.call(api.cancelDownload, giveUp)).status).toBe(200);
    expect(await activityOf(member, downloadId)).toMatchObject({ status: 'failed', isCancelled: false });
    const { activities } = (await member.call(api.myActivity)).body;
    expect(activities[0]).toMatchObject({ downloadStatus: 'failed', isCancelled: false });
    await (await app.visitor.fetch(url)).arrayBuffer();
    await eventually(async () => {
      expect(await activityOf(member, downloadId)).toMatchObject({ status: 'completed' });
    });
    await member.call(api.cancelDownload, giveUp);
    expect(await activityOf(member, downloadId)).toMatchObject({ status: 'completed' });
    expect((await (await app.as('member')).call(api.cancelDownload, giveUp)).status).toBe(404);
  });

  it.each(['suspended', 'no longer approved', 'deleted'])('is cut when its member is %s', async (how) => {
    const member = await app.as('member');
    const { held } = await begin(member);
    const { db } = app.services.database;
    const id = member.account?.id ?? '';
    const now = new Date().toISOString();
    if (how === 'suspended')
      await db.updateTable('users').set({ suspendedAt: now }).where('id', '=', id).execute();
    else if (how === 'deleted') await db.deleteFrom('users').where('id', '=', id).execute();
    else await db.updateTable('users').set({ approvedAt: null }).where('id', '=', id).execute();
    await expectNothingOpen();
    expect(await readOn(held)).toBe('cut');
  });

  it('by session is cut when that session ends, and not when another one does', async () => {
    const member = await app.as('member');
    const address = new URL(`/api/games/${game.id}/download/Windows`, app.url).href;
    const held = await holdDownload(address, { authorization: `Bearer ${member.account?.token}` });
    const { held: other } = await begin(member);
    await member.call(api.logout);
    await eventually(async () => expect(await openFilesUnder(app.dataDir)).toHaveLength(1));
    expect(await readOn(held)).toBe('cut');
    other.leave();
    await expectNothingOpen();
  });

  it('is cut by an admin, and by its member on another node', async () => {
    const database = await createTestDatabase();
    const { dataDir } = app;
    const [node, second] = await Promise.all([
      buildApp({ database, dataDir }),
      buildApp({ database, dataDir }),
    ]);
    const member = await node.as('member');
    const target = await createGame(node.services, await node.as('admin'), { archive });
    const operator = createClient(second.url, (await second.as('admin')).account);
    const both = [await getTicket(member, target), await getTicket(member, target)] as const;
    const held = await Promise.all(both.map(({ url }) => holdDownload(new URL(url, node.url).href)));

    const { downloads } = (await operator.call(api.runningDownloads)).body;
    const shown = downloads.find((one: RunningDownload) => one.downloadId === both[0].downloadId);
    expect(shown).toMatchObject({ gameTitle: target.title, user: { email: member.account?.email } });
    expect((await operator.call(api.cancelDownload, { params: { downloadId: shown._id } })).status).toBe(200);
    const elsewhere = createClient(second.url, member.account);
    const { downloadId } = both[1];
    expect((await elsewhere.call(api.cancelDownload, { params: { downloadId } })).status).toBe(200);

    await expectNothingOpen();
    expect(await Promise.all(held.map(readOn))).toEqual(['cut', 'cut']);
    const { activities } = (
      await operator.call(api.allActivity, { query: { member: member.account?.id ?? '' } })
    ).body;
    const state = { downloadStatus: 'failed', isCancelled: true };
    expect(activities).toMatchObject([state, state]);
    const { entries } = (await operator.call(api.listAudit)).body;
    const lines = entries.filter(({ action }: { action: string }) => action === 'download_cancelled');
    expect(lines, 'only what is not the own').toMatchObject([{ subject: `${target.title} (Windows)` }]);
    await Promise.all([node.close(), second.close()]);
    await database.drop();
  });

  it('that takes nothing for a while is not given up as long as it is connected', async () => {
    const other = await buildApp();
    const member = await other.as('member');
    const { url, downloadId } = await getTicket(
      member,
      await createGame(other.services, await other.as('admin'), { archive }),
    );
    const held = await holdDownload(new URL(url, other.url).href);
    other.clock.advance(5 * 60_000);
    await other.services.downloads.tidy();
    expect(await activityOf(member, downloadId)).toMatchObject({ status: 'in_progress', isSending: true });
    held.leave();
    await other.close();
  });

  it('goes on to its end when its game is deleted under it', async () => {
    const member = await app.as('member');
    const doomed = await createGame(app.services, admin, { archive });
    const { downloadId, held } = await begin(member, doomed);
    await admin.call(api.deleteGame, { params: { id: doomed.id } });
    held.resume();
    expect(await held.ended).toBe('whole');
    await eventually(async () => {
      expect(await activityOf(member, downloadId)).toMatchObject({ status: 'completed', gameId: null });
    });
    await expectNothingOpen();
  });

  it('does not keep the server from stopping', async () => {
    const other = await buildApp();
    const member = await other.as('member');
    const target = await createGame(other.services, await other.as('admin'), { archive });
    const { url } = await getTicket(member, target);
    const held = await holdDownload(new URL(url, other.url).href);
    await other.close();
    held.resume();
    expect(await held.ended).toBe('cut');
  });
});

/** Who reads nothing learns of a cut only by reading on. */
function readOn({ ended, resume }: Awaited<ReturnType<typeof holdDownload>>) {
  resume();
  return ended;
}
