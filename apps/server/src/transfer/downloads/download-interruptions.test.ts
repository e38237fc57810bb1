// Interrupted downloads: the client disconnects, the member cancels or is suspended, or the game is deleted.
import { once } from 'node:events';
import { connect } from 'node:net';
import { api } from '@cellar/contract/api.ts';
import type { RunningDownload } from '@cellar/contract/transfer/download-activity.endpoints.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '#platform/tokens.ts';
import { buildApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { activityOf, askTicket, getTicket, holdDownload } from '#test/sample-download.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { createTestDatabase } from '#test/test-database.ts';
import { openFilesUnder, sha256 } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

// Far more than the sockets buffer, so that the server must wait for the client.
const archive = sampleArchive(48 * 1024 * 1024);

let game: Awaited<ReturnType<typeof createGame>>;
const app = sharedApp();
const admin = sharedClient(app, 'admin');

beforeAll(async () => {
  game = await createGame(app.services, admin, { archive });
});

async function begin(client: Client, target = game) {
  const { url, downloadId } = await getTicket(client, target);
  const paused = await holdDownload(new URL(url, app.url).href);
  return { url, downloadId, paused };
}

function expectNothingOpen(): Promise<void> {
  return eventually(async () => expect(await openFilesUnder(app.dataDir)).toEqual([]));
}

/** Begins to send a file without a client. */
async function beginTransfer(client: Client, clientId: string) {
  const { database, downloads } = app.services;
  const { id, ...file } = await database.db
    .selectFrom('downloads')
    .select(['id', 'fileSize', 'contentTag'])
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  return downloads.beginTransfer(id, { file, grant: hashToken(client.account?.token ?? '') });
}

describe('a download', () => {
  it('reports its progress while it is running', async () => {
    const member = await app.as('member');
    const { downloadId, paused } = await begin(member);
    await eventually(async () => {
      const activity = await activityOf(member, downloadId);
      expect(activity).toMatchObject({ status: 'in_progress', isSending: true });
      expect(activity?.bytesSent).toBeGreaterThan(0);
      expect(activity?.bytesSent).toBeLessThan(archive.length);
    });
    paused.resume();
    expect(await paused.ended).toBe('whole');
    expect(paused.received()).toBe(archive.length);
    await eventually(async () => {
      expect(await activityOf(member, downloadId)).toMatchObject({ status: 'completed', isSending: false });
    });
  });

  it('closes its file when the client disconnects, and continues with a range', async () => {
    const member = await app.as('member');
    const { url, downloadId, paused } = await begin(member);
    expect((await openFilesUnder(app.dataDir)).length).toBe(1);
    paused.leave();
    await expectNothingOpen();
    await eventually(async () => {
      expect(await activityOf(member, downloadId)).toMatchObject({ status: 'in_progress', isSending: false });
    });
    const first = archive.subarray(0, 1_000_000);
    const rest = await app.visitor.fetch(url, { headers: { range: 'bytes=1000000-' } });
    expect(sha256(Buffer.concat([first, Buffer.from(await rest.arrayBuffer())]))).toBe(sha256(archive));
  });

  it('closes its file when many clients disconnect', async () => {
    const member = await app.as('member');
    const all = await Promise.all(Array.from({ length: 10 }, () => begin(member)));
    for (const { paused } of all) paused.leave();
    await expectNothingOpen();
    await eventually(async () => {
      const { body } = await member.call(api.activeDownloads);
      expect(body.downloads.filter(({ isSending }: { isSending: boolean }) => isSending)).toEqual([]);
    });
  });

  it('is cut immediately by a cancellation, and remains failed', async () => {
    const member = await app.as('member');
    const { url, downloadId, paused } = await begin(member);
    const second = await holdDownload(new URL(url, app.url).href);
    expect((await member.call(api.cancelDownload, { params: { downloadId } })).status).toBe(200);
    await expectNothingOpen();
    expect(await Promise.all([readOn(paused), readOn(second)])).toEqual(['cut', 'cut']);
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

  it('is reset by a cancellation, so that a slow client does not get buffered bytes', async () => {
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
    // An orderly end would come only after megabytes that the system still sends.
    expect(await end).toBe('ECONNRESET');
  });

  it('reports a connection that broke before the first byte, until it is requested again', async () => {
    const member = await app.as('member');
    const { downloadId } = await getTicket(member, game);
    const transfer = await beginTransfer(member, downloadId);
    expect(await activityOf(member, downloadId)).toMatchObject({ hasBroken: false, isSending: true });
    await transfer.end(true);
    expect(await activityOf(member, downloadId)).toMatchObject({ hasBroken: true, isSending: false });
    await getTicket(member, game, downloadId);
    expect(await activityOf(member, downloadId)).toMatchObject({ hasBroken: false });
  });

  it('loses no bytes that are sent while others are saved', async () => {
    const member = await app.as('member');
    const { downloadId } = await getTicket(member, game);
    const transfer = await beginTransfer(member, downloadId);
    let sent = 0;
    const sendByte = () => {
      transfer.onSent(sent, sent + 1);
      sent += 1;
    };
    sendByte();
    let isSaved = false;
    const saving = app.services.downloads.flushProgress().finally(() => (isSaved = true));
    // SQLite saves within one turn of the event loop.
    while (!isSaved) {
      for (let times = 0; times < 20; times += 1) await Promise.resolve().then(sendByte);
      await new Promise(setImmediate);
    }
    await saving;
    await transfer.end(true);
    expect(await activityOf(member, downloadId)).toMatchObject({ bytesSent: sent });
  });

  it('fails without counting as cancelled if it never started, and continues with a later request', async () => {
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
    const { paused } = await begin(member);
    const { db } = app.services.database;
    const id = member.account?.id ?? '';
    const now = new Date().toISOString();
    if (how === 'suspended')
      await db.updateTable('users').set({ suspendedAt: now }).where('id', '=', id).execute();
    else if (how === 'deleted') await db.deleteFrom('users').where('id', '=', id).execute();
    else await db.updateTable('users').set({ approvedAt: null }).where('id', '=', id).execute();
    await expectNothingOpen();
    expect(await readOn(paused)).toBe('cut');
  });

  it('is cut when its session ends, unlike a download of another session', async () => {
    const member = await app.as('member');
    const address = new URL(`/api/games/${game.id}/download/Windows`, app.url).href;
    const paused = await holdDownload(address, { authorization: `Bearer ${member.account?.token}` });
    const { paused: other } = await begin(member);
    await member.call(api.logout);
    await eventually(async () => expect(await openFilesUnder(app.dataDir)).toHaveLength(1));
    expect(await readOn(paused)).toBe('cut');
    other.leave();
    await expectNothingOpen();
  });

  it('can be cancelled by an admin and by its member on another node', async () => {
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
    const paused = await Promise.all(both.map(({ url }) => holdDownload(new URL(url, node.url).href)));

    const { downloads } = (await operator.call(api.runningDownloads)).body;
    const shown = downloads.find((one: RunningDownload) => one.downloadId === both[0].downloadId);
    expect(shown).toMatchObject({ gameTitle: target.title, user: { email: member.account?.email } });
    expect((await operator.call(api.cancelDownload, { params: { downloadId: shown._id } })).status).toBe(200);
    const elsewhere = createClient(second.url, member.account);
    const { downloadId } = both[1];
    expect((await elsewhere.call(api.cancelDownload, { params: { downloadId } })).status).toBe(200);

    await expectNothingOpen();
    expect(await Promise.all(paused.map(readOn))).toEqual(['cut', 'cut']);
    const { activities } = (
      await operator.call(api.allActivity, { query: { member: member.account?.id ?? '' } })
    ).body;
    const state = { downloadStatus: 'failed', isCancelled: true };
    expect(activities).toMatchObject([state, state]);
    const { entries } = (await operator.call(api.listAudit)).body;
    const lines = entries.filter(({ action }: { action: string }) => action === 'download_cancelled');
    expect(lines, 'only the cancellation by the admin').toMatchObject([
      { subject: `${target.title} (Windows)` },
    ]);
    await Promise.all([node.close(), second.close()]);
    await database.drop();
  });

  it('does not fail while its client is connected but receives nothing', async () => {
    const other = await buildApp();
    const member = await other.as('member');
    const { url, downloadId } = await getTicket(
      member,
      await createGame(other.services, await other.as('admin'), { archive }),
    );
    const paused = await holdDownload(new URL(url, other.url).href);
    other.clock.advance(5 * 60_000);
    await other.services.downloads.tidy();
    expect(await activityOf(member, downloadId)).toMatchObject({ status: 'in_progress', isSending: true });
    paused.leave();
    await other.close();
  });

  it('finishes if its game is deleted', async () => {
    const member = await app.as('member');
    const deleted = await createGame(app.services, admin, { archive });
    const { downloadId, paused } = await begin(member, deleted);
    await admin.call(api.deleteGame, { params: { id: deleted.id } });
    paused.resume();
    expect(await paused.ended).toBe('whole');
    await eventually(async () => {
      expect(await activityOf(member, downloadId)).toMatchObject({ status: 'completed', gameId: null });
    });
    await expectNothingOpen();
  });

  it('does not prevent the server from stopping', async () => {
    const other = await buildApp();
    const member = await other.as('member');
    const target = await createGame(other.services, await other.as('admin'), { archive });
    const { url } = await getTicket(member, target);
    const paused = await holdDownload(new URL(url, other.url).href);
    await other.close();
    paused.resume();
    expect(await paused.ended).toBe('cut');
  });
});

/** Resumes reading, because otherwise the client does not notice that the server has aborted the download. */
function readOn({ ended, resume }: Awaited<ReturnType<typeof holdDownload>>) {
  resume();
  return ended;
}
