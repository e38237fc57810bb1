// What a fault of one service must not do: delay or break requests that do not need it, or leave connections behind.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Answer } from '#test/client.ts';
import { eventually } from '../../../../../test/waiting.ts';

/** Generous, because the machine may be busy. A request that waits for the service would take seconds. */
const slowestRatio = 20;
const leastMs = 100;
const moreConnections = 30;
const pauseMs = 20;
const idleRequests = 10;

/** Runs work, and meanwhile repeats a request that does not need the service. Its time is compared with that before the work. */
export async function whileOthersWork<Result>(
  ask: () => Promise<Answer>,
  work: () => Promise<Result>,
): Promise<Result> {
  const connections = connectionCount();
  const idle = await medianMs(ask, (asked) => asked === idleRequests);
  let isOver = false;
  const watched = medianMs(ask, () => isOver);
  const result = await work().finally(() => {
    isOver = true;
  });
  expect(await watched).toBeLessThan(slowestRatio * Math.max(idle, leastMs));
  await eventually(() => expect(connectionCount()).toBeLessThan(connections + moreConnections));
  return result;
}

/** Asks until the number of requests is enough, at least once. */
async function medianMs(ask: () => Promise<Answer>, isEnough: (asked: number) => boolean): Promise<number> {
  const times: number[] = [];
  do {
    const begun = performance.now();
    expect((await ask()).status).toBe(200);
    times.push(performance.now() - begun);
    await sleep(pauseMs);
  } while (!isEnough(times.length));
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function connectionCount(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length;
}

/** The refusal of a request that needs a service that fails: it says so, and nothing else. */
export function expectUnavailable({ status, body, headers }: Answer): void {
  expect([status, body.code]).toEqual([503, 'unavailable']);
  expect(Object.keys(body).toSorted()).toEqual(['code', 'message', 'requestId']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Generous, because the machine may be busy. */
const slackSeconds = 5;

/** Fails if work takes longer. */
export async function inSeconds<Result>(
  seconds: number,
  what: string,
  work: Promise<Result>,
): Promise<Result> {
  const late = sleep((seconds + slackSeconds) * 1000, undefined, { ref: false }).then(() => {
    throw new Error(`${what} took more than ${seconds} seconds`);
  });
  return Promise.race([work, late]);
}
