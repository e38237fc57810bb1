// Limited speeds on real sockets: who gets how much, and that changes reach running downloads. Measured by what clients receive.
import { api } from '@cellar/contract/api.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { addCheat, cheatPath } from '#test/extras-and-cheats.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { onPostgres } from '#test/lock-order.ts';
import { getTicket, moveTo, removeSiteLimits, setOwnLimits, setSiteLimits } from '#test/sample-download.ts';
import { complete, sampleUpload, sendAll } from '#test/sample-upload.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { eventually } from '../../../../../test/waiting.ts';

const MB = 1_000_000;
const size = 32 * MB;

let database: TestDatabase;
let app: TestApp;
let other: TestApp;
let admin: Client;
/** Lines of the log that tell of errors. */
const errors: string[] = [];
let game: Awaited<ReturnType<typeof createGame>>;
beforeAll(async () => {
  database = await createTestDatabase();
  const env = { TZ: 'Europe/Berlin' };
  app = await buildApp({
    env,
    database,
    log: pino({ level: 'warn' }, { write: (line) => errors.push(line) }),
  });
  other = await buildApp({ env, database, dataDir: app.dataDir });
  for (const node of [app, other]) moveTo(node, '2030-06-01T12:00:00Z');
  admin = await app.as('admin');
  game = await createGame(app.services, admin, { archive: sampleArchive(size) });
});
afterAll(async () => {
  for (const node of [other, app]) await node.close();
  await database.drop();
});
afterEach(() => removeSiteLimits(admin));

interface Transfer {
  received(): number;
  /** Resolves at the end of the file. */
  ended: Promise<void>;
  stop(): void;
}

async function begin(member: Client, node = app): Promise<Transfer> {
  const { url } = await getTicket(member, game);
  const abort = new AbortController();
  let received = 0;
  const receive = async () => {
    const response = await fetch(new URL(url, node.url), { signal: abort.signal });
    for await (const piece of response.body ?? []) received += piece.length;
  };
  return { received: () => received, ended: receive().catch(() => undefined), stop: () => abort.abort() };
}

/** Resolves once the transfers have received this many bytes together, with the milliseconds that it took. */
async function untilReceived(transfers: Transfer[], bytes: number): Promise<number> {
  const started = performance.now();
  const sum = () => transfers.reduce((all, { received }) => all + received(), 0);
  const until = sum() + bytes;
  await eventually(() => expect(sum()).toBeGreaterThanOrEqual(until));
  return performance.now() - started;
}

const stopAll = async (transfers: Transfer[]) => {
  for (const { stop } of transfers) stop();
  await Promise.all(transfers.map(({ ended }) => ended));
};

describe('the speed of the site', () => {
  it('is shared between members within 10 %, however many connections each has', async () => {
    const [a, b] = [await app.as('member'), await app.as('member')];
    await setSiteLimits(admin, { site: { bytesPerSecond: 4 * MB } });
    const [single, ...many] = await Promise.all([begin(b), ...Array.from({ length: 32 }, () => begin(a))]);
    const all = [single as Transfer, ...many];
    await untilReceived(all, 4 * MB);
    const before = { all: sumOf(many), single: sumOf([all[0] as Transfer]) };
    await untilReceived(all, 12 * MB);
    const difference = () => {
      const [ofMany, ofSingle] = [sumOf(many) - before.all, sumOf([all[0] as Transfer]) - before.single];
      return Math.abs(ofMany - ofSingle) / Math.max(ofMany, ofSingle);
    };
    // A busy machine receives in bursts, which matter less the longer the transfers take.
    await expect.poll(difference).toBeLessThan(0.1);
    await stopAll(all);
  });

  it('reaches downloads that are running, and is removed from them', async () => {
    const member = await app.as('member');
    await setSiteLimits(admin, { site: { bytesPerSecond: MB } });
    const transfer = await begin(member);
    const slow = await untilReceived([transfer], 3 * MB);
    expect(slow).toBeGreaterThan(2000);
    await setSiteLimits(admin, { site: { bytesPerSecond: null } });
    await transfer.ended;
    expect(transfer.received()).toBe(size);
  });

  it('holds only in its hours, in the time zone of the server', async () => {
    const member = await app.as('member');
    // It is 14:00 in Berlin.
    const hours = { from: '12:00', to: '13:59' };
    await setSiteLimits(admin, { site: { bytesPerSecond: 65_536, hours } });
    const transfer = await begin(member);
    await transfer.ended;
    expect(transfer.received()).toBe(size);
    await setSiteLimits(admin, { site: { hours: { from: '13:59', to: '12:00' } } });
    const limited = await begin(member);
    expect(await untilReceived([limited], 131_072)).toBeGreaterThan(1000);
    await stopAll([limited]);
  });
});

function sumOf(transfers: Transfer[]): number {
  return transfers.reduce((sum, { received }) => sum + received(), 0);
}

describe('the speed of a member', () => {
  it('is that of all their downloads together, and leaves others alone', async () => {
    const [slow, fast] = [await app.as('member'), await app.as('member')];
    await setOwnLimits(admin, slow, { bytesPerSecond: MB });
    const transfers = [await begin(slow), await begin(slow)];
    const free = await begin(fast);
    await free.ended;
    expect(free.received()).toBe(size);
    const took = await untilReceived(transfers, 3 * MB);
    expect(took).toBeGreaterThan(2000);
    await stopAll(transfers);
  });

  it('applies to cheat files', async () => {
    const member = await app.as('member');
    const { body: cheat } = await addCheat(admin, game.id, { file: sampleArchive(262_144) });
    await setOwnLimits(admin, member, { bytesPerSecond: 131_072 });
    const started = performance.now();
    await (await member.fetch(cheatPath(game.id, cheat._id))).arrayBuffer();
    expect(performance.now() - started).toBeGreaterThan(1000);
  });

  it('ends with the account, without an error', async () => {
    const leaver = await app.as('member');
    await setOwnLimits(admin, leaver, { bytesPerSecond: MB, bytesPerPeriod: 10 * size });
    // The member's own limit is deleted with the account, up to a second before the transfer is cut.
    await setSiteLimits(admin, { site: { bytesPerSecond: 2 * MB } });
    const transfer = await begin(leaver);
    await untilReceived([transfer], MB);
    const params = { userId: leaver.account?.id ?? '' };
    expect((await admin.call(api.deleteUser, { params })).status).toBe(200);
    await transfer.ended;
    expect(transfer.received()).toBeLessThan(size);
    const { db } = app.services.database;
    for (const table of ['downloadUse', 'memberLimits', 'nodeTransfers'] as const) {
      const rows = db.selectFrom(table).selectAll().where('userId', '=', params.userId);
      expect(await rows.execute(), table).toEqual([]);
    }
    await eventually(() => expect(app.services.speeds.members('download')).not.toContain(params.userId));
    expect(errors).toEqual([]);
  });
});

describe('the speed of uploads', () => {
  it('slows down the bodies of uploads, and downloads not at all', async () => {
    await setSiteLimits(admin, { uploads: { bytesPerSecond: MB } });
    const upload = sampleUpload({ archive: sampleArchive(3 * MB), chunkSize: 1.5 * MB });
    const started = performance.now();
    await sendAll(admin, upload);
    expect(performance.now() - started).toBeGreaterThan(2000);
    expect((await complete(admin, upload)).status).toBe(201);
    const transfer = await begin(admin);
    await transfer.ended;
    expect(transfer.received()).toBe(size);
  });

  it('does not keep what was refused', async () => {
    await setSiteLimits(admin, { uploads: { bytesPerSecond: MB } });
    const upload = sampleUpload({ archive: Buffer.alloc(500_000, 'no archive'), chunkSize: 500_000 });
    await expect(sendAll(admin, upload)).rejects.toThrow('not_an_archive');
    expect(app.services.speeds.members('upload')).toEqual([]);
  });
});

describe.skipIf(!onPostgres)('on two nodes', () => {
  it('the speed of the site is divided among members, wherever they are connected', async () => {
    const members = [await app.as('member'), await app.as('member'), await app.as('member')];
    await setSiteLimits(admin, { site: { bytesPerSecond: 3 * MB } });
    const [first, second, third] = members as [Client, Client, Client];
    const transfers = [await begin(first), await begin(second), await begin(third, other)];
    // Each node hears of the other within two refreshes.
    await untilReceived(transfers, 15 * MB);
    const before = transfers.map(({ received }) => received());
    const took = await untilReceived(transfers, 9 * MB);
    const shares = transfers.map(({ received }, at) => received() - (before[at] ?? 0));
    expect(took).toBeGreaterThan(2500);
    for (const share of shares)
      expect(Math.abs(share - 3 * MB) / (3 * MB), String(shares)).toBeLessThan(0.15);
    await stopAll(transfers);
  });

  it('the speed of a member is divided among the nodes that send to them', async () => {
    const member = await app.as('member');
    const there = createClient(other.url, member.account);
    await setOwnLimits(admin, member, { bytesPerSecond: 2 * MB });
    const transfers = [await begin(member), await begin(there, other)];
    await untilReceived(transfers, 10 * MB);
    const took = await untilReceived(transfers, 8 * MB);
    expect(took).toBeGreaterThan(3500);
    await stopAll(transfers);
    await eventually(async () => {
      const rows = app.services.database.db.selectFrom('nodeTransfers').selectAll();
      expect(await rows.execute()).toEqual([]);
    });
  });
});
