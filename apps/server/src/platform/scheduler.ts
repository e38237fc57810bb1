// Runs jobs by their schedule. Each is a row in the database with one holder at a time, whatever the number of nodes.
import { Cron } from 'croner';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from './clock.ts';
import { newId } from './tokens.ts';

export interface Job {
  name: string;
  /** Cron pattern, with seconds. */
  schedule: string;
  run(): Promise<unknown>;
}

export interface Scheduler {
  start(): void;
  /** Runs a job before its time, unless it runs already. Nothing before the start. */
  runSoon(name: string): void;
  /** Starts nothing more, and lets other nodes have the jobs that still run here. */
  stop(): Promise<void>;
}

interface Deps {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  jobs: Job[];
}

/** A holder that has died is replaced after this time; a living one renews its lease three times within it. */
const leaseMs = 60_000;

export function createScheduler({ db, clock, log, jobs }: Deps): Scheduler {
  const holder = newId();
  let crons: Cron[] = [];
  const onError = (error: unknown) => log.error({ err: error }, 'a job could not be run');

  /** Takes the lease if it is free. The condition and the write are one statement, so one node wins. */
  async function claim(job: Job): Promise<boolean> {
    const now = isoAt(clock);
    const unheld = { holder: null, leaseUntil: null, lastRunAt: null, lastSuccessAt: null, lastError: null };
    await db
      .insertInto('jobs')
      .values({ name: job.name, ...unheld })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const { numUpdatedRows } = await db
      .updateTable('jobs')
      .set({ holder, leaseUntil: isoAt(clock, leaseMs), lastRunAt: now })
      .where('name', '=', job.name)
      .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', now)]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  function renew(job: Job): void {
    db.updateTable('jobs')
      .set({ leaseUntil: isoAt(clock, leaseMs) })
      .where('name', '=', job.name)
      .where('holder', '=', holder)
      .execute()
      .catch((error) => log.warn({ err: error, job: job.name }, 'a lease could not be renewed'));
  }

  async function release(
    job: Job,
    outcome: { lastSuccessAt?: string; lastError: string | null },
  ): Promise<void> {
    await db
      .updateTable('jobs')
      .set({ holder: null, leaseUntil: null, ...outcome })
      .where('name', '=', job.name)
      .where('holder', '=', holder)
      .execute();
  }

  async function runOnce(job: Job): Promise<void> {
    if (!(await claim(job))) return;
    const renewal = setInterval(() => renew(job), leaseMs / 3);
    try {
      await job.run();
      await release(job, { lastSuccessAt: isoAt(clock), lastError: null });
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a job failed');
      await release(job, { lastError: error instanceof Error ? error.message : String(error) });
    } finally {
      clearInterval(renewal);
    }
  }

  return {
    start() {
      crons = jobs.map(
        (job) => new Cron(job.schedule, { protect: true, catch: onError }, () => runOnce(job)),
      );
    },

    runSoon(name) {
      const job = crons.length > 0 && jobs.find((known) => known.name === name);
      if (job) runOnce(job).catch(onError);
    },

    async stop() {
      for (const cron of crons) cron.stop();
      crons = [];
      await db
        .updateTable('jobs')
        .set({ holder: null, leaseUntil: null })
        .where('holder', '=', holder)
        .execute();
    },
  };
}
