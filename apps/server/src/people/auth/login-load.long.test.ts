// Many simultaneous logins: each gets a response, and the catalogue keeps responding.
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { payLittle, payRealCost } from '#test/cheap-passwords.ts';
import { addEntries, samplePassword } from '#test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  payRealCost();
  app = await buildApp();
  await addEntries(
    app.services,
    Array.from({ length: 30 }, (_, index) => ({ title: `Game ${index}` })),
  );
});
afterAll(async () => {
  payLittle();
  await app.close();
});

describe('many logins at once', () => {
  it('are processed 200 at a time, the others are asked to retry, and the catalogue keeps responding', async () => {
    const people = await Promise.all(Array.from({ length: 260 }, () => app.as('member')));
    const reader = await app.as('member');
    const waiting = new Set(people);
    const logins = people.map(async (person) => {
      const json = { email: person.account?.email, password: samplePassword };
      const { status, headers } = await app.visitor.call(api.login, { json });
      waiting.delete(person);
      return status === 503 ? `503 after ${headers.get('retry-after')} s` : status;
    });
    // If hashing ran on the main thread, the first of these would only be answered after the last login.
    let answersMeanwhile = 0;
    while (waiting.size > 0) {
      expect((await reader.call(api.listGames)).status).toBe(200);
      if (waiting.size > 0) answersMeanwhile += 1;
      await sleep(10);
    }
    const answers = await Promise.all(logins);
    expect(answers.filter((answer) => answer === 200).length).toBeGreaterThanOrEqual(200);
    expect(new Set(answers)).toEqual(new Set([200, '503 after 5 s']));
    expect(answersMeanwhile).toBeGreaterThan(20);
  });
});
