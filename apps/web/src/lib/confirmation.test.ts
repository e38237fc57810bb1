// The question whether it is the member, asked by the API client against a server on a loopback port.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { adminApi } from '@cellar/contract/admin-api.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApiClient } from './api-client.ts';
import { Confirmation } from './confirmation.ts';

let server: Server;
let isConfirmed: boolean;
let requests: number;
let questions: number;
let confirmation: Confirmation;

beforeEach(async () => {
  isConfirmed = false;
  requests = 0;
  questions = 0;
  confirmation = new Confirmation();
  confirmation.isAsked.subscribe(() => {
    if (confirmation.isAsked.get()) questions += 1;
  });
  server = createServer((_request, response) => {
    requests += 1;
    const refusal = { code: 'confirmation_required', message: 'Please confirm that it is you.' };
    response
      .writeHead(isConfirmed ? 200 : 403)
      .end(JSON.stringify(isConfirmed ? { message: 'Done' } : refusal));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function deleteUser(signal?: AbortSignal) {
  const client = createApiClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    getToken: () => 'secret',
    onUnauthorized: () => undefined,
    confirm: (sentAt) => confirmation.ask(sentAt),
  });
  return client.call(adminApi.deleteUser, { params: { userId: 'somebody' }, signal });
}

const answer = (wanted: boolean) => {
  isConfirmed = wanted;
  confirmation.answer(wanted);
};

it('repeats all refused requests after one question', async () => {
  const both = Promise.all([deleteUser(), deleteUser()]);
  await expect.poll(() => [requests, confirmation.isAsked.get()]).toEqual([2, true]);
  answer(true);
  expect(await both).toEqual([{ message: 'Done' }, { message: 'Done' }]);
  expect([requests, questions]).toEqual([4, 1]);
});

it('fails if the member closes the question, and asks again the next time', async () => {
  for (const times of [1, 2]) {
    const refused = expect(deleteUser()).rejects.toMatchObject({ code: 'confirmation_required' });
    await expect.poll(() => confirmation.isAsked.get()).toBe(true);
    answer(false);
    await refused;
    expect([requests, questions]).toEqual([times, times]);
  }
});

it('does not ask for a request that was sent before the member confirmed', async () => {
  const sentAt = performance.now();
  answer(true);
  expect(await confirmation.ask(sentAt)).toBe(true);
  expect(questions).toBe(0);
});

it('does not repeat a request that was given up in the meantime', async () => {
  const giveUp = new AbortController();
  const refused = expect(deleteUser(giveUp.signal)).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => confirmation.isAsked.get()).toBe(true);
  giveUp.abort();
  answer(true);
  await refused;
  expect(requests).toBe(1);
});
