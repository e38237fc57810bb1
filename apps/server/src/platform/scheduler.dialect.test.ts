import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { eventually } from '../../../../test/waiting.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { newId } from './tokens.ts';

let app: TestApp;
let lines: string[];
/** Resolves once the job runs. */
let begun: PromiseWithResolvers<void>;
/** The job runs until this promise settles. */
let rest: PromiseWithResolvers<void>;
let hasAborted: boolean;
let name: string;
/** The names of jobs that failed. */
let failures: string[];
let scheduler: Scheduler;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

beforeEach(() => {
  lines = [];
  failures = [];
  hasAborted = false;
  begun = Promise.withResolvers();
  rest = Promise.withResolvers();
  name = newId();
  const run = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => (hasAborted = true));
    begun.resolve();
    return rest.promise;
  };
  scheduler = createScheduler({
    ...{ unflushed: app.services.database.unflushed, clock: app.clock },
    log: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
    // Due on New Year's Day only.
    jobs: [{ name, schedule: '0 0 0 1 1 *', run }],
    onFailure: (failed) => failures.push(failed),
  });
  scheduler.start();
});

function findJob() {
  const { db } = app.services.database;
  return db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
}

describe('a stopping scheduler', () => {
  it('aborts a running job, waits for it, and keeps its lease until then', async () => {
    scheduler.runSoon(name);
    await begun.promise;
    let hasStopped = false;
    const stopped = scheduler.stop().finally(() => (hasStopped = true));
    const held = await findJob();
    expect([hasStopped, held.holder, held.lastSuccessAt]).toEqual([false, expect.any(String), null]);
    expect(hasAborted).toBe(true);
    rest.resolve();
    await stopped;
    const { holder, leaseUntil, lastSuccessAt } = await findJob();
    expect([holder, leaseUntil, lastSuccessAt]).toEqual([null, null, expect.any(String)]);
  });

  it('releases the lease of a job that still runs, so that another node takes over at once', async () => {
    scheduler.runSoon(name);
    await begun.promise;
    const stopped = scheduler.stop();
    await scheduler.release();
    expect(await findJob()).toMatchObject({ holder: null, leaseUntil: null });
    rest.resolve();
    await stopped;
    expect(await findJob()).toMatchObject({ lastSuccessAt: null });
  });

  it('does not log a job that fails because the server stops', async () => {
    scheduler.runSoon(name);
    await begun.promise;
    const stopped = scheduler.stop();
    rest.reject(new Error('The database is closed'));
    await stopped;
    expect(lines).toEqual([]);
    expect(await findJob()).toMatchObject({ holder: null, leaseUntil: null, lastError: null });
  });
});

describe('a job that fails', () => {
  it('is reported once, and its error is recorded', async () => {
    scheduler.runSoon(name);
    await begun.promise;
    rest.reject(new Error('the reason'));
    await eventually(async () => expect((await findJob()).lastError).toBe('the reason'));
    expect(failures).toEqual([name]);
    await scheduler.stop();
  });
});
