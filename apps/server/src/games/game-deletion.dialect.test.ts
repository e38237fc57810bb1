// Deletes games while their downloads end or are many.
import { api } from '@cellar/contract/api.ts';
import { expect, it } from 'vitest';
import { createGame } from '#test/factories.ts';
import { addDownloads } from '#test/sample-download.ts';
import { sharedApp } from '#test/shared-app.ts';

const app = sharedApp();

it('deletes games while the progress of their downloads is saved', async () => {
  const admin = await app.as('admin');
  const member = await app.as('member');
  const deleteOne = async () => {
    const { id, platform } = await createGame(app.services, admin);
    const params = { id, platform };
    const ticket = await member.call(api.createTicket, { params, json: { downloadId: `d${id}` } });
    await member.fetch(ticket.body.url);
    return (await admin.call(api.deleteGame, { params: { id } })).status;
  };
  const rounds = Array.from({ length: 4 }, async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 10; round += 1) statuses.push(await deleteOne());
    return statuses;
  });
  expect(new Set((await Promise.all(rounds)).flat())).toEqual(new Set([200]));
});

it('keeps log entries when their game, file or member is deleted', async () => {
  const [admin, member] = [await app.as('admin'), await app.as('member')];
  const { id: gameId, platform } = await createGame(app.services, admin);
  const other = await createGame(app.services, admin);
  const { db } = app.services.database;
  const file = await db
    .selectFrom('gameFiles')
    .selectAll()
    .where('gameId', '=', other.id)
    .executeTakeFirstOrThrow();
  const startedAt = new Date(app.clock.now().getTime() - 48 * 3600_000).toISOString();
  const times = { startedAt, endedAt: startedAt };
  const many = Array.from({ length: 250 }, () => ({ gameId, gameTitle: 'Popular', platform, ...times }));
  await addDownloads(app.services, member, many);
  const ofFile = many.map((row) => ({ ...row, gameId: other.id, fileId: file.id, gameTitle: 'Replaced' }));
  await addDownloads(app.services, member, ofFile);
  const count = async (query: Record<string, string>) =>
    (await admin.call(api.allActivity, { query })).body.total;
  expect((await admin.call(api.deleteGame, { params: { id: gameId } })).status).toBe(200);
  const params = { id: other.id, platform: other.platform };
  expect((await admin.call(api.deletePlatformFile, { params })).status).toBe(200);
  const email = member.account?.email ?? '';
  expect([await count({ game: 'Popular' }), await count({ member: email })]).toEqual([250, 500]);
  expect((await admin.call(api.deleteUser, { params: { userId: member.account?.id ?? '' } })).status).toBe(
    200,
  );
  expect([await count({ game: 'Popular' }), await count({ member: email })]).toEqual([250, 0]);
  const left = await db
    .selectFrom('downloads')
    .select(['gameId', 'fileId', 'userId'])
    .distinct()
    .where('startedAt', '=', startedAt)
    .execute();
  expect(left.map(({ fileId, userId }) => [fileId, userId])).toEqual(left.map(() => [null, null]));
});
