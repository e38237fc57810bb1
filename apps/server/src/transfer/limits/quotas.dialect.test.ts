// Limits of bytes and files in a day, week or month: what counts, what is refused and until when.
import { api } from '@cellar/contract/api.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minuteMs } from '#platform/clock.ts';
import { buildApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addCheat, cheatPath } from '#test/extras-and-cheats.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import {
  askTicket,
  getTicket,
  limitsUseOf,
  moveTo,
  removeSiteLimits,
  setOwnLimits,
  setSiteLimits,
} from '#test/sample-download.ts';
import { sharedApp } from '#test/shared-app.ts';
import { eventually } from '../../../../../test/waiting.ts';

const size = 100_000;

let admin: Client;
let member: Client;
let game: Awaited<ReturnType<typeof createGame>>;
const app = sharedApp({ env: { TZ: 'Europe/Berlin' } });

beforeAll(async () => {
  // A Thursday, 12:00 in Berlin. The sessions of the accounts begin then.
  moveTo(app, '2030-10-24T10:00:00Z');
  admin = await app.as('admin');
  game = await createGame(app.services, admin, { archive: sampleArchive(size) });
});
beforeEach(async () => {
  await removeSiteLimits(admin);
  member = await app.as('member');
});

type Range = [start: number, endExclusive: number];

/** Fetches the file, or ranges of it, and waits until the bytes were counted. */
async function fetchFile(url: string, range?: Range): Promise<number> {
  const headers: Record<string, string> = range ? { range: `bytes=${range[0]}-${range[1] - 1}` } : {};
  const response = await app.visitor.fetch(url, { headers });
  await response.arrayBuffer();
  await app.services.downloads.flushProgress();
  return response.status;
}

async function download(): Promise<void> {
  const { url } = await getTicket(member, game);
  expect(await fetchFile(url)).toBe(200);
}

async function bytesUsed(): Promise<number> {
  return (await limitsUseOf(member)).bytes;
}

describe('bytes', () => {
  it('of a download count once, however often they are sent', async () => {
    const { url } = await getTicket(member, game);
    await fetchFile(url, [0, 60_000]);
    expect(await bytesUsed()).toBe(60_000);
    await fetchFile(url, [40_000, 70_000]);
    expect(await bytesUsed()).toBe(70_000);
    await fetchFile(url);
    await fetchFile(url);
    expect(await limitsUseOf(member)).toMatchObject({ bytes: size, files: 1, reservedBytes: 0 });
  });

  it.each([
    ['day', '2030-10-24T22:00:00.000Z', 'Friday, October 25 at 00:00'],
    // The clocks change on the Sunday before.
    ['week', '2030-10-27T23:00:00.000Z', 'Monday, October 28 at 00:00'],
    ['month', '2030-10-31T23:00:00.000Z', 'Friday, November 1 at 00:00'],
  ] as const)('in a %s are free again when the next one begins', async (period, freeAt, spoken) => {
    const own = await buildApp({ env: { TZ: 'Europe/Berlin' } });
    moveTo(own, '2030-10-24T10:00:00Z');
    const [ownAdmin, ownMember] = [await own.as('admin'), await own.as('member')];
    const ownGame = await createGame(own.services, ownAdmin, { archive: sampleArchive(size) });
    await setSiteLimits(ownAdmin, { members: { period, bytesPerPeriod: 150_000 } });
    const { url } = await getTicket(ownMember, ownGame);
    await (await own.visitor.fetch(url)).arrayBuffer();
    await own.services.downloads.flushProgress();

    const earliest = own.clock.now().getTime();
    const refused = await askTicket(ownMember, ownGame);
    const latest = own.clock.now().getTime();
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'quota_exceeded',
        message: `You can download 146.48 KB a ${period}, and 48.83 KB is left. This needs 97.66 KB. Your limit resets on ${spoken}.`,
        downloadLimit: { reason: 'bytes', limit: 150_000, left: 50_000, freeAt },
      },
    });
    const wait = Number(refused.headers.get('retry-after')) * 1000;
    // In whole seconds, rounded up.
    expect(Date.parse(freeAt)).toBeGreaterThan(earliest + wait - 1000);
    expect(Date.parse(freeAt)).toBeLessThanOrEqual(latest + wait);

    own.clock.advance(wait - minuteMs);
    const again = await own.as('member');
    await own.services.database.db
      .updateTable('sessions')
      .set({ userId: ownMember.account?.id ?? '' })
      .where('userId', '=', again.account?.id ?? '')
      .execute();
    expect((await askTicket(again, ownGame)).status).toBe(429);
    own.clock.advance(minuteMs);
    expect((await askTicket(again, ownGame)).status).toBe(201);
    await own.close();
  });

  it('that running downloads still need count as used', async () => {
    await setOwnLimits(admin, member, { bytesPerPeriod: 250_000 });
    const first = await getTicket(member, game);
    await fetchFile(first.url, [0, 30_000]);
    const second = await getTicket(member, game);
    expect(await limitsUseOf(member)).toMatchObject({
      bytes: 30_000,
      reservedBytes: 170_000,
      reservedFiles: 1,
    });
    const refused = await askTicket(member, game);
    expect(refused.body.downloadLimit).toMatchObject({ reason: 'bytes', left: 50_000 });
    expect(await fetchFile(second.url)).toBe(200);
    expect(await fetchFile(first.url, [30_000, size])).toBe(206);
    expect(await limitsUseOf(member)).toMatchObject({ bytes: 200_000, files: 2, reservedBytes: 0 });
  });

  it('of a ticket that is not used are free again after two minutes, and the ticket is checked again', async () => {
    await setOwnLimits(admin, member, { bytesPerPeriod: size });
    const unused = await getTicket(member, game);
    expect((await askTicket(member, game)).status).toBe(429);
    app.clock.advance(3 * minuteMs);
    await download();
    expect(await fetchFile(unused.url)).toBe(429);
    expect(await bytesUsed()).toBe(size);
  });

  it('let an interrupted download continue as long as anything is left', async () => {
    await setOwnLimits(admin, member, { bytesPerPeriod: 1.5 * size });
    const first = await getTicket(member, game);
    await fetchFile(first.url, [0, 10_000]);
    app.clock.advance(3 * minuteMs);
    await app.services.downloads.tidy();
    await download();
    // 40 KB are left, and the rest of the first download has 90 KB.
    expect(await fetchFile(first.url, [10_000, size])).toBe(206);
    expect(await bytesUsed()).toBe(2 * size);

    const third = await askTicket(member, game);
    expect(third.body.downloadLimit).toMatchObject({ reason: 'bytes', left: 0 });
  });

  it('do not let downloads that were begun and stopped exceed the limit by more than one of them', async () => {
    await setOwnLimits(admin, member, { bytesPerPeriod: size + 2 });
    const urls: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      const { url } = await getTicket(member, game);
      await fetchFile(url, [0, 1]);
      app.clock.advance(3 * minuteMs);
      urls.push(url);
    }
    const statuses: number[] = [];
    for (const url of urls) statuses.push(await fetchFile(url, [1, size]));
    expect(statuses).toEqual([206, 429, 429]);
    expect(await bytesUsed()).toBe(size + 2);
  });

  it('of a file that is larger than the whole limit are refused without a time', async () => {
    await setOwnLimits(admin, member, { bytesPerPeriod: size - 1, period: 'day' });
    const refused = await askTicket(member, game);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        message: 'This file is 97.66 KB, but you can download only 97.66 KB a day. Ask an admin for it.',
        downloadLimit: { reason: 'file_too_large', freeAt: null },
      },
    });
    expect(refused.headers.get('retry-after')).toBeNull();
    await setOwnLimits(admin, member, { bytesPerPeriod: size });
    expect((await askTicket(member, game)).status).toBe(201);
  });

  it('are refused to a session without a ticket too, and HEAD is not', async () => {
    await setOwnLimits(admin, member, { bytesPerPeriod: 1.5 * size });
    await download();
    const path = `/api/games/${game.id}/download/${game.platform}`;
    const refused = await member.fetch(path);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'quota_exceeded' });
    expect((await member.fetch(path, { method: 'HEAD' })).status).toBe(200);
  });

  it('of cheat files count when they are requested', async () => {
    const { body: cheat } = await addCheat(admin, game.id, { file: sampleArchive(30_000) });
    const fetchCheat = async (headers = {}) => {
      const response = await member.fetch(cheatPath(game.id, cheat._id), { headers });
      await response.arrayBuffer();
      return response.status;
    };
    await setOwnLimits(admin, member, { bytesPerPeriod: 2 * cheat.fileSize, filesPerPeriod: 2 });
    expect(await fetchCheat()).toBe(200);
    expect(await fetchCheat({ range: 'bytes=10-19' })).toBe(206);
    expect(await limitsUseOf(member)).toMatchObject({ bytes: cheat.fileSize + 10, files: 1 });
    expect(await fetchCheat()).toBe(429);
    expect(await limitsUseOf(member)).toMatchObject({ bytes: cheat.fileSize + 10, files: 1 });
  });

  it('of cheat files count as a file without the first byte, too, once a day', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => (await addCheat(admin, game.id, { file: sampleArchive(30_000) })).body),
    );
    const fetchFrom = async ({ _id }: { _id: string }, start: number) => {
      const headers = { range: `bytes=${start}-` };
      const response = await member.fetch(cheatPath(game.id, _id), { headers });
      await response.arrayBuffer();
      return response.status;
    };
    await setOwnLimits(admin, member, { filesPerPeriod: 1, period: 'day' });
    for (const start of [1, 2, 20_000]) expect(await fetchFrom(first, start)).toBe(206);
    expect(await limitsUseOf(member)).toMatchObject({ files: 1 });
    expect(await fetchFrom(second, 1)).toBe(429);
    expect(await fetchFrom(first, 0), 'the whole file again').toBe(429);
    await setOwnLimits(admin, member, { filesPerPeriod: 2, period: 'day' });
    expect(await fetchFrom(second, 1), 'the refused request has not been counted').toBe(206);
    expect(await limitsUseOf(member)).toMatchObject({ files: 2 });
  });
});

describe('files', () => {
  it('count with their first byte, and none is left after the last', async () => {
    await setOwnLimits(admin, member, { filesPerPeriod: 2, period: 'day' });
    const [first] = [await getTicket(member, game), await getTicket(member, game)];
    expect(await limitsUseOf(member)).toMatchObject({ files: 0, reservedFiles: 2 });
    const refused = await askTicket(member, game);
    expect(refused.body).toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringMatching(
        /^You can download 2 files a day, and none is left\. Your limit resets on/,
      ),
      downloadLimit: { reason: 'files', limit: 2, left: 0 },
    });
    await fetchFile(first.url, [0, 1]);
    expect(await limitsUseOf(member)).toMatchObject({ files: 1, reservedFiles: 1 });
    // A download that has begun is not a new file.
    expect(await fetchFile(first.url)).toBe(200);
    app.clock.advance(3 * minuteMs);
    await download();
    expect(await limitsUseOf(member)).toMatchObject({ files: 2, reservedFiles: 0 });
  });
});

describe('downloads at once', () => {
  it('are refused beyond the limit, until one of them has ended', async () => {
    await setOwnLimits(admin, member, { downloadsAtOnce: 1 });
    const { url } = await getTicket(member, game);
    const refused = await askTicket(member, game);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'too_many_downloads',
        message: 'You can run one download at a time, and one is running. Start this one when it has ended.',
        downloadLimit: { reason: 'at_once', limit: 1, freeAt: null },
      },
    });
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await fetchFile(url)).toBe(200);
    expect((await askTicket(member, game)).status).toBe(201);
  });

  it('also count when an interrupted one continues', async () => {
    await setOwnLimits(admin, member, { downloadsAtOnce: 1 });
    const first = await getTicket(member, game);
    await fetchFile(first.url, [0, 10]);
    // Its connection is closed, so it does not count for now.
    const second = await eventually(() => getTicket(member, game));
    expect(await fetchFile(first.url, [10, size])).toBe(429);
    expect(await fetchFile(second.url)).toBe(200);
    expect(await fetchFile(first.url, [10, size])).toBe(206);
  });
});

it('one member’s limits can differ from those of all', async () => {
  await setSiteLimits(admin, { members: { bytesPerPeriod: 10, filesPerPeriod: 1, period: 'month' } });
  expect((await askTicket(member, game)).status).toBe(429);
  await setOwnLimits(admin, member, { bytesPerPeriod: 'unlimited', period: 'day' });
  expect((await limitsUseOf(member)).limits).toEqual({
    period: 'day',
    bytesPerPeriod: null,
    filesPerPeriod: 1,
    downloadsAtOnce: null,
    bytesPerSecond: null,
  });
  await download();
  expect((await askTicket(member, game)).body.downloadLimit).toMatchObject({ reason: 'files' });
  await setOwnLimits(admin, member, { filesPerPeriod: 2 });
  await download();
  await setOwnLimits(admin, member, { bytesPerPeriod: 'default', filesPerPeriod: 'default' });
  expect((await askTicket(member, game)).body.downloadLimit).toMatchObject({ reason: 'files' });
  expect((await app.services.downloads.limitsUse(admin.account?.id ?? '')).limits).toMatchObject({
    bytesPerPeriod: 10,
  });
});

it('a lift lets the use of the period begin at zero, and is logged', async () => {
  await setOwnLimits(admin, member, { bytesPerPeriod: size });
  await download();
  expect((await askTicket(member, game)).status).toBe(429);
  const params = { userId: member.account?.id ?? '' };
  const lifted = await admin.call(api.liftUserLimits, { params });
  expect(lifted).toMatchObject({ status: 200, body: { use: { bytes: 0, files: 0 } } });
  await download();
  expect((await askTicket(member, game)).status).toBe(429);
  const [entry] = (await admin.call(api.listAudit)).body.entries;
  expect(entry).toMatchObject({
    action: 'download_limits_lifted',
    actor: admin.account?.email,
    subject: member.account?.email,
  });
});
