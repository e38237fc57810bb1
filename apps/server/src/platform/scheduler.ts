// Runs jobs on their schedules. Each job is leased by one node at a time (job-rows.ts).
import { setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import type { FastifyBaseLogger } from 'fastify';
import { type Clock, isoAt } from './clock.ts';
import { minuteMs } from './durations.ts';
import type { JobRow, JobRows } from './job-rows.ts';
import { keepLease, newLease, released } from './lease.ts';

export interface Job {
  name: string;
  /** Cron pattern, with seconds. */
  schedule: string;
  /**
   * The signal is aborted when the server stops, and when this node has lost the lease, because another node may then run the job.
   */
  run(signal: AbortSignal): Promise<unknown>;
}

export interface Scheduler {
  start(): void;
  /** Runs a job ahead of its schedule, unless it is already running. Does nothing before `start`. */
  runSoon(name: string): void;
  /** Starts no more jobs, aborts the running ones, and waits up to 5 seconds for them. A job that goes on keeps its lease. */
  stop(): Promise<void>;
  /** Releases the leases of jobs that still run, so that other nodes take over at once. Call this last, before the process ends. */
  release(): Promise<void>;
}

interface Deps {
  jobRows: JobRows;
  clock: Clock;
  log: FastifyBaseLogger;
  jobs: Job[];
  /** Called for each run that failed. */
  onFailure?(name: string): void;
}

const leaseMs = minuteMs;
const stopMs = 5000;

interface Context extends Deps {
  stopping: AbortController;
  /** The promises of all runs, by the holder of the lease. */
  running: Map<string, Promise<void>>;
}

export function createScheduler(deps: Deps): Scheduler {
  const { log, jobs, jobRows } = deps;
  const context: Context = { ...deps, stopping: new AbortController(), running: new Map() };
  let crons: Cron[] = [];
  const onError = (error: unknown) => log.error({ err: error }, 'a job could not be run');

  return {
    start() {
      crons = jobs.map(
        (job) => new Cron(job.schedule, { protect: true, catch: onError }, () => runOnce(context, job)),
      );
    },

    runSoon(name) {
      const job = crons.length > 0 && jobs.find((known) => known.name === name);
      if (job) runOnce(context, job).catch(onError);
    },

    async stop() {
      for (const cron of crons) cron.stop();
      crons = [];
      context.stopping.abort(new Error('the server stops'));
      const tooLong = sleep(stopMs, undefined, { ref: false });
      await Promise.race([Promise.allSettled(context.running.values()), tooLong]);
    },

    async release() {
      await Promise.all([...context.running.keys()].map((holder) => jobRows.update(holder, released)));
    },
  };
}

async function runOnce(context: Context, job: Job): Promise<void> {
  const { clock, jobRows, stopping, running } = context;
  if (stopping.signal.aborted) return;
  const lease = newLease(clock, leaseMs);
  const run = jobRows
    .claim(job.name, lease)
    .then((isOurs) => (isOurs ? runClaimed(context, job, lease.holder) : undefined));
  running.set(lease.holder, run);
  try {
    await run;
  } finally {
    running.delete(lease.holder);
  }
}

async function runClaimed(context: Context, job: Job, holder: string): Promise<void> {
  const { clock, log, jobRows, stopping } = context;
  const release = (outcome: Partial<JobRow>) => jobRows.update(holder, { ...released, ...outcome });
  const keeping = {
    clock,
    durationMs: leaseMs,
    closing: stopping.signal,
    renew: (leaseUntil: string) => jobRows.update(holder, { leaseUntil }),
    onRenewalFailure: (error: unknown) =>
      log.warn({ err: error, job: job.name }, 'a lease could not be renewed'),
  };
  try {
    await keepLease(keeping, (signal) => job.run(signal));
    await release({ lastSuccessAt: isoAt(clock), lastError: null });
  } catch (error) {
    // The database may already be closed. The lease then simply runs out.
    if (stopping.signal.aborted) return void (await release({}).catch(() => undefined));
    log.error({ err: error, job: job.name }, 'a job failed');
    context.onFailure?.(job.name);
    await release({ lastError: error instanceof Error ? error.message : String(error) });
  }
}
