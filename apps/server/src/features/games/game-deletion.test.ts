// Games deleted while their downloads end: nobody is left waiting for somebody else.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { createGame } from '#test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

it('deletes games whose downloads are being written down at that moment', async () => {
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
