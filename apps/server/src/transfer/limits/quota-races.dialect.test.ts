// Many requests of one member at once, on two nodes, can't exceed a limit together.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { addCheat, cheatPath } from '#test/extras-and-cheats.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { askTicket, getTicket, limitsUseOf, setOwnLimits } from '#test/sample-download.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { eventually } from '../../../../../test/waiting.ts';

const size = 100_000;

let database: TestDatabase;
let first: TestApp;
let second: TestApp;
let admin: Client;
let member: Client;
let elsewhere: Client;
let game: Awaited<ReturnType<typeof createGame>>;
beforeAll(async () => {
  database = await createTestDatabase();
  first = await buildApp({ database });
  second = await buildApp({ database, dataDir: first.dataDir });
  admin = await first.as('admin');
  game = await createGame(first.services, admin, { archive: sampleArchive(size) });
});
afterAll(async () => {
  for (const node of [second, first]) await node.close();
  await database.drop();
});
beforeEach(async () => {
  member = await first.as('member');
  elsewhere = createClient(second.url, member.account);
});

const clientAt = (at: number) => (at % 2 === 0 ? member : elsewhere);
const times = Array.from({ length: 50 }, (_, at) => at);

it.each([
  ['bytes', { bytesPerPeriod: 5.5 * size }],
  ['files', { filesPerPeriod: 5 }],
  ['at_once', { downloadsAtOnce: 5 }],
] as const)('with 50 tickets for a limit of %s', async (reason, limits) => {
  await setOwnLimits(admin, member, limits);
  const answers = await Promise.all(times.map((at) => askTicket(clientAt(at), game)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(refused).toHaveLength(45);
  expect(new Set(refused.map(({ body }) => body.downloadLimit.reason))).toEqual(new Set([reason]));
});

it('with 50 tickets that have the same download id, which need its bytes once', async () => {
  await setOwnLimits(admin, member, { bytesPerPeriod: size, filesPerPeriod: 1, downloadsAtOnce: 1 });
  const answers = await Promise.all(times.map((at) => askTicket(clientAt(at), game, 'the-same')));
  expect(answers.map(({ status }) => status)).toEqual(times.map(() => 201));
});

it('with 50 requests for a cheat file', async () => {
  const { body: cheat } = await addCheat(admin, game.id, { file: sampleArchive(1000) });
  await setOwnLimits(admin, member, { bytesPerPeriod: 5.5 * cheat.fileSize });
  const answers = await Promise.all(
    times.map(async (at) => {
      const response = await clientAt(at).fetch(cheatPath(game.id, cheat._id));
      await response.arrayBuffer();
      return response.status;
    }),
  );
  expect(answers.filter((status) => status === 200)).toHaveLength(5);
  expect(await limitsUseOf(member)).toMatchObject({ bytes: 5 * cheat.fileSize, files: 5 });
});

it('counts the bytes that both nodes send of one download once', async () => {
  await setOwnLimits(admin, member, { bytesPerPeriod: size });
  const { url } = await getTicket(member, game);
  await Promise.all(
    [first, second, first, second].map(async (node) => (await node.visitor.fetch(url)).arrayBuffer()),
  );
  await eventually(async () => {
    for (const node of [first, second]) await node.services.downloads.flushProgress();
    expect(await limitsUseOf(member)).toMatchObject({ bytes: size, files: 1, reservedBytes: 0 });
  });
});

it('neither deadlocks with the deletion of the member, nor leaves anything of the member', async () => {
  for (let round = 0; round < 10; round += 1) {
    const leaver = await first.as('member');
    await setOwnLimits(admin, leaver, {
      bytesPerPeriod: 10 * size,
      downloadsAtOnce: 5,
      bytesPerSecond: 10_000_000,
    });
    const tickets = [
      await getTicket(leaver, game),
      await getTicket(leaver, game),
      await getTicket(leaver, game),
    ];
    const params = { userId: leaver.account?.id ?? '' };
    const answers = await Promise.all([
      ...tickets.map(({ url }, at) => statusOf(at % 2 === 0 ? first : second, url)),
      admin.call(api.deleteUser, { params }).then(({ status }) => status),
    ]);
    expect(answers.pop()).toBe(200);
    for (const status of answers) expect(['cut', 200, 403]).toContain(status);
    for (const node of [first, second]) await node.services.downloads.flushProgress();
    for (const table of ['memberLimits', 'downloadUse', 'nodeTransfers'] as const) {
      const rows = first.services.database.db.selectFrom(table).selectAll();
      expect(await rows.where('userId', '=', params.userId).execute()).toEqual([]);
    }
  }
});

/** Returns the status of a complete answer. */
async function statusOf(node: TestApp, url: string): Promise<number | 'cut'> {
  try {
    const response = await node.visitor.fetch(url);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 'cut';
  }
}
