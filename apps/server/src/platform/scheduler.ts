// Runs jobs by their schedule. Each is a row in the database with one holder at a time, whatever the number of nodes.
import { setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import type { FastifyBaseLogger } from 'fastify';
import type { Selectable } from 'kysely';
import type { Unflushed } from '#db/database.ts';
import type { JobsTable } from '#db/schema.ts';
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
  /** Starts nothing more, waits a few seconds for what runs, and lets other nodes have the rest. */
  stop(): Promise<void>;
}

interface Deps {
  /** For leases: when a power cut takes one away, it has ended anyway. */
  unflushed: Unflushed;
  clock: Clock;
  log: FastifyBaseLogger;
  jobs: Job[];
}

/** A holder that has died is replaced after this time; a living one renews its lease three times within it. */
const leaseMs = 60_000;
const stopMs = 5000;

export function createScheduler({ unflushed, clock, log, jobs }: Deps): Scheduler {
  const holder = newId();
  let isStopping = false;
  const running = new Set<Promise<void>>();
  let crons: Cron[] = [];
  const onError = (error: unknown) => log.error({ err: error }, 'a job could not be run');

  /** Takes the lease if it is free. The condition and the write are one statement, so one node wins. */
  function claim(job: Job): Promise<boolean> {
    const now = isoAt(clock);
    const unheld = { holder: null, leaseUntil: null, lastRunAt: null, lastSuccessAt: null, lastError: null };
    return unflushed(async (trx) => {
      await trx
        .insertInto('jobs')
        .values({ name: job.name, ...unheld })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      const { numUpdatedRows } = await trx
        .updateTable('jobs')
        .set({ holder, leaseUntil: isoAt(clock, leaseMs), lastRunAt: now })
        .where('name', '=', job.name)
        .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', now)]))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  }

  /** Writes the jobs of this node: one of them, or all. */
  async function update(changes: Partial<Selectable<JobsTable>>, name?: string): Promise<void> {
    await unflushed((trx) =>
      trx
        .updateTable('jobs')
        .set(changes)
        .where('holder', '=', holder)
        .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
        .execute(),
    );
  }

  const release = (job: Job, outcome: Partial<Selectable<JobsTable>>) =>
    update({ holder: null, leaseUntil: null, ...outcome }, job.name);

  function renew(job: Job): void {
    update({ leaseUntil: isoAt(clock, leaseMs) }, job.name).catch((error) =>
      log.warn({ err: error, job: job.name }, 'a lease could not be renewed'),
    );
  }

  async function runClaimed(job: Job): Promise<void> {
    const renewal = setInterval(() => renew(job), leaseMs / 3);
    try {
      await job.run();
      await release(job, { lastSuccessAt: isoAt(clock), lastError: null });
    } catch (error) {
      if (isStopping) return;
      log.error({ err: error, job: job.name }, 'a job failed');
      await release(job, { lastError: error instanceof Error ? error.message : String(error) });
    } finally {
      clearInterval(renewal);
    }
  }

  async function runOnce(job: Job): Promise<void> {
    if (isStopping) return;
    const run = claim(job).then((isOurs) => (isOurs ? runClaimed(job) : undefined));
    running.add(run);
    try {
      await run;
    } finally {
      running.delete(run);
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
      // Never started: it holds nothing.
      if (crons.length === 0) return;
      for (const cron of crons) cron.stop();
      crons = [];
      isStopping = true;
      const tooLong = sleep(stopMs, undefined, { ref: false });
      await Promise.race([Promise.allSettled(running), tooLong]);
      await update({ holder: null, leaseUntil: null });
    },
  };
}
