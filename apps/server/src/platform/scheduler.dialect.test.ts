import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { onPostgres } from '#test/lock-order.ts';
import { sharedApp } from '#test/shared-app.ts';
import { eventually } from '../../../../test/waiting.ts';
import { hourMs, minuteMs } from './clock.ts';
import {
  createJobRows,
  createScheduler,
  inTurn,
  type JobRow,
  type JobRows,
  type Scheduler,
} from './scheduler.ts';
import { newId } from './tokens.ts';

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
let jobRows: JobRows;
const app = sharedApp();

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
  jobRows = createJobRows({ database: app.services.database, clock: app.clock });
  scheduler = createScheduler({
    ...{ jobRows, clock: app.clock },
    log: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
    // Due on New Year's Day only.
    jobs: [{ name, schedule: '0 0 0 1 1 *', run }],
    onFailure: (failed) => failures.push(failed),
  });
  scheduler.start();
});

async function findJob(): Promise<JobRow> {
  const row = (await jobRows.list()).find((each) => each.name === name);
  return row ?? expect.unreachable();
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

it('goes on with the next step when one fails, and names those that failed', async () => {
  const done: string[] = [];
  const step = (ofStep: string, reason?: string) => async () => {
    done.push(ofStep);
    if (reason) throw new Error(reason);
  };
  const run = inTurn({
    first: step('first', 'no'),
    second: step('second'),
    third: step('third', 'nor this'),
  });
  await expect(run(new AbortController().signal)).rejects.toThrow('first: no; third: nor this');
  expect(done).toEqual(['first', 'second', 'third']);
  const stopping = new AbortController();
  const stopped = inTurn({ last: async () => stopping.abort(new Error('the server stops')), never: run });
  await expect(stopped(stopping.signal)).rejects.toThrow('the server stops');
  expect(done).toHaveLength(3);
});

it('is known after a restart: what has failed at once, and what succeeds at most an hour ago', async () => {
  const { db } = app.services.database;
  const stored = () => db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirst();
  rest.resolve();
  const run = async () => {
    const before = (await jobRows.list()).find((each) => each.name === name)?.lastRunAt;
    app.clock.advance(1000);
    scheduler.runSoon(name);
    await eventually(async () => {
      const job = await findJob();
      expect([job.holder, job.lastRunAt === before]).toEqual([null, false]);
    });
  };
  await run();
  const first = await stored();
  expect(first).toMatchObject({ holder: null, lastSuccessAt: expect.any(String), lastError: null });
  await run();
  expect((await findJob()).lastSuccessAt).not.toBe(first?.lastSuccessAt);
  if (!onPostgres) expect(await stored()).toEqual(first);
  app.clock.advance(hourMs);
  await run();
  expect((await stored())?.lastSuccessAt).toBe((await findJob()).lastSuccessAt);
  rest = Promise.withResolvers();
  // The job asks for it later.
  rest.promise.catch(() => undefined);
  rest.reject(new Error('the reason'));
  await run();
  expect(await stored()).toMatchObject({ lastError: 'the reason' });
  await scheduler.stop();
});

it.skipIf(onPostgres)('does not write to SQLite while nothing happens', async () => {
  const { database } = app.services;
  // Watching goes on until the server stops, and the used space is recorded once an hour.
  const others = ['watch-library-folders', 'record-storage'];
  const jobs = app.services.jobs.filter(({ name }) => !others.includes(name));
  const own = createJobRows({ database, clock: app.clock });
  const idle = createScheduler({ jobRows: own, clock: app.clock, log: pino({ level: 'silent' }), jobs });
  idle.start();
  const runAll = async () => {
    for (const job of jobs) idle.runSoon(job.name);
    await eventually(async () => {
      const ended = (await own.list()).filter((row) => row.holder === null).map((row) => row.name);
      expect(ended).toEqual(expect.arrayContaining(jobs.map((job) => job.name)));
    });
  };
  const changes = async () =>
    (await sql<{ n: number }>`select total_changes() as n`.execute(database.db)).rows[0]?.n ?? 0;
  await runAll();
  const before = await changes();
  app.clock.advance(minuteMs);
  await runAll();
  expect((await changes()) - before).toBe(0);
  await idle.stop();
});
