// The activity of a download: ranges and retries belong to one activity, which counts the bytes that were actually sent.

import { api } from '@cellar/contract/api.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '#platform/clock.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { activityOf, getTicket } from '#test/sample-download.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { eventually } from '../../../../../test/waiting.ts';

const archive = sampleArchive(100_000);
const size = archive.length;

let game: Awaited<ReturnType<typeof createGame>>;
const app = sharedApp();
const member = sharedClient(app, 'member');

beforeAll(async () => {
  game = await createGame(app.services, await app.as('admin'), { archive });
});

async function take(url: string, init: RequestInit = {}): Promise<number> {
  const response = await app.visitor.fetch(url, init);
  return (await response.arrayBuffer()).byteLength;
}

/** Waits, because the last bytes are recorded shortly after the client received them. */
function expectActivity(downloadId: string, expected: object): Promise<void> {
  return eventually(async () => expect(await activityOf(member, downloadId)).toMatchObject(expected));
}

describe('the activity of a download', () => {
  it('starts with its ticket', async () => {
    const { downloadId } = await getTicket(member, game);
    expect(await activityOf(member, downloadId)).toEqual({
      downloadId,
      gameId: game.id,
      title: game.title,
      platform: 'Windows',
      extra: null,
      singleFile: null,
      fileSize: size,
      bytesSent: 0,
      status: 'in_progress',
      isSending: false,
      lastByteAt: null,
      isCancelled: false,
      hasBroken: false,
      isHandedOver: false,
      startedAt: expect.any(String),
    });
  });

  it('is completed when every byte was sent, and disappears from the active ones after a minute', async () => {
    const { url, downloadId } = await getTicket(member, game);
    await take(url);
    await expectActivity(downloadId, { bytesSent: size, status: 'completed', isSending: false });
    app.clock.advance(2 * minuteMs);
    expect(await activityOf(member, downloadId)).toBeUndefined();
  });

  it('is completed only when its ranges cover the file', async () => {
    const { url, downloadId } = await getTicket(member, game);
    await take(url, { headers: { range: 'bytes=50000-' } });
    await take(url, { headers: { range: 'bytes=0-49998' } });
    await expectActivity(downloadId, { bytesSent: size - 1, status: 'in_progress' });
    await take(url, { headers: { range: 'bytes=40000-60000' } });
    await expectActivity(downloadId, { bytesSent: size, status: 'completed' });
  });

  it('counts the parts of a multipart answer without the boundaries', async () => {
    const { url, downloadId } = await getTicket(member, game);
    expect(await take(url, { headers: { range: 'bytes=0-9,100-199,-50' } })).toBeGreaterThan(160);
    await expectActivity(downloadId, { bytesSent: 160, status: 'in_progress' });
  });

  it('does not count answers without bytes of the file', async () => {
    const { url, downloadId } = await getTicket(member, game);
    const { headers } = await app.visitor.fetch(url, { method: 'HEAD' });
    await take(url, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    await take(url, { headers: { 'if-match': '"another"' } });
    await take(url, { headers: { range: 'bytes=900000-' } });
    await expectActivity(downloadId, { bytesSent: 0, lastByteAt: null, isSending: false });
  });

  it('is one for retries, parallel requests, ticket and session', async () => {
    const { url, downloadId } = await getTicket(member, game);
    const again = await getTicket(member, game, downloadId);
    const bySession = `/api/games/${game.id}/download/Windows?downloadId=${downloadId}`;
    await Promise.all([take(url), take(again.url), take(url, { headers: { range: 'bytes=5-' } })]);
    await (await member.fetch(bySession)).arrayBuffer();
    await expectActivity(downloadId, { bytesSent: size, status: 'completed' });
    const rows = await app.services.database.db
      .selectFrom('downloads')
      .select('id')
      .where('clientId', '=', downloadId)
      .execute();
    expect(rows.length).toBe(1);
  });

  it('remains completed when a part is requested again or it is cancelled', async () => {
    const { url, downloadId } = await getTicket(member, game);
    await take(url);
    await expectActivity(downloadId, { status: 'completed' });
    await take(url, { headers: { range: 'bytes=0-9' } });
    await member.call(api.cancelDownload, { params: { downloadId } });
    await expectActivity(downloadId, { status: 'completed', bytesSent: size });
  });

  it('fails after two minutes without a byte, and continues with the next one', async () => {
    const { url, downloadId } = await getTicket(member, game);
    await take(url, { headers: { range: 'bytes=0-999' } });
    await expectActivity(downloadId, { bytesSent: 1000 });
    app.clock.advance(1.5 * minuteMs);
    await app.services.downloads.tidy();
    await expectActivity(downloadId, { status: 'in_progress' });
    app.clock.advance(minuteMs);
    await app.services.downloads.tidy();
    await expectActivity(downloadId, { status: 'failed', bytesSent: 1000 });
    await take(url, { headers: { range: 'bytes=1000-1999' } });
    await expectActivity(downloadId, { status: 'in_progress', bytesSent: 2000 });
    await take(url);
    await expectActivity(downloadId, { status: 'completed', bytesSent: size });
  });

  it('fails if its ticket was never used', async () => {
    const { downloadId } = await getTicket(member, game);
    app.clock.advance(3 * minuteMs);
    await app.services.downloads.tidy();
    await expectActivity(downloadId, { status: 'failed', bytesSent: 0 });
  });

  it('counts the union of the requested ranges in any order', async () => {
    const ranges = fc.array(
      fc.record({
        start: fc.nat(size - 1),
        length: fc.integer({ min: 1, max: size }),
        parallel: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(ranges, async (schedule) => {
        const { url, downloadId } = await getTicket(member, game);
        const sent = new Uint8Array(size);
        let running: Promise<unknown>[] = [];
        for (const { start, length, parallel } of schedule) {
          const end = Math.min(size, start + length);
          sent.fill(1, start, end);
          running.push(take(url, { headers: { range: `bytes=${start}-${end - 1}` } }));
          if (parallel) continue;
          await Promise.all(running);
          running = [];
        }
        await Promise.all(running);
        const bytesSent = sent.reduce((sum, flag) => sum + flag, 0);
        const status = bytesSent === size ? 'completed' : 'in_progress';
        await expectActivity(downloadId, { bytesSent, status, isSending: false });
      }),
      { numRuns: 12 },
    );
  });
});

describe('another member’s download', () => {
  it('cannot be seen or cancelled, not even with the same id', async () => {
    const other = await app.as('member');
    const { url, downloadId } = await getTicket(member, game);
    expect(await activityOf(other, downloadId)).toBeUndefined();
    expect((await other.call(api.cancelDownload, { params: { downloadId } })).status).toBe(404);
    expect((await app.visitor.fetch(url, { method: 'HEAD' })).status).toBe(200);

    const mine = await getTicket(other, game, downloadId);
    await other.call(api.cancelDownload, { params: { downloadId } });
    expect((await app.visitor.fetch(mine.url)).status).toBe(403);
    expect((await app.visitor.fetch(url, { method: 'HEAD' })).status).toBe(200);
    expect(await activityOf(member, downloadId)).toMatchObject({ status: 'in_progress' });
  });
});
