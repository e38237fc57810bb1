// Runs jobs on their schedules. Each job is leased by one node at a time.

import { setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import type { FastifyBaseLogger } from 'fastify';
import type { Selectable } from 'kysely';
import type { Database } from '#db/database.ts';
import { hasChanged } from '#db/rows.ts';
import type { JobsTable } from '#db/schema.ts';
import { type Clock, dayMs, hourMs, isoAt, minuteMs } from './clock.ts';
import { messageOf } from './error-facts.ts';
import { isHeld, isUnleased, keepLease, type Lease, newLease, released } from './lease.ts';

export interface Job {
  name: string;
  /** Cron pattern, with seconds. */
  schedule: string;
  /**
   * The signal is aborted when the server stops, and when this node has lost the lease, because another node may then run the job.
   */
  run(signal: AbortSignal): Promise<unknown>;
}

/** What a job does in turn, by the name of each step. */
export type Steps = Record<string, Job['run']>;

/**
 * Returns the run of a job whose steps do not depend on each other: one that fails does not stop the others.
 * @throws AggregateError, whose message names each step that failed
 */
export function inTurn(steps: Steps): Job['run'] {
  return async (signal) => {
    const failures: Error[] = [];
    for (const [name, run] of Object.entries(steps)) {
      signal.throwIfAborted();
      await run(signal).catch((cause) => failures.push(new Error(`${name}: ${messageOf(cause)}`, { cause })));
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(messageOf).join('; '));
  };
}

export interface Scheduler {
  start(): void;
  /** Runs a job ahead of its schedule, unless it is already running. Does nothing before `start`. */
  runSoon(name: string): void;
  /** Starts no more jobs, aborts the running ones, and waits up to 5 seconds for them. A job that ignores the abort keeps its lease until it ends. */
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
  const timers = new Map<Job, NodeJS.Timeout>();
  const onError = (error: unknown) => log.error({ err: error }, 'a job could not be run');

  /** Runs the job again and again. A run that takes longer than the time to the next one skips it. */
  function repeat(job: Job): void {
    // Not kept, because each takes 80 KB. A timer may end a moment early, and the same time would come again.
    const ms = (new Cron(job.schedule).msToNext() ?? dayMs) + 10;
    // Node's timers count to 24 days.
    const waitMs = Math.min(ms, dayMs);
    const next = setTimeout(async () => {
      if (waitMs === ms) await runOnce(context, job).catch(onError);
      if (!context.stopping.signal.aborted) repeat(job);
    }, waitMs);
    timers.set(job, next);
  }

  return {
    start() {
      for (const job of jobs) repeat(job);
    },

    runSoon(name) {
      const job = timers.size > 0 && jobs.find((known) => known.name === name);
      if (job) runOnce(context, job).catch(onError);
    },

    async stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
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
    ...{ clock, log, durationMs: leaseMs, closing: stopping.signal, about: { job: job.name } },
    renew: (leaseUntil: string) => jobRows.update(holder, { leaseUntil }),
  };
  try {
    await keepLease(keeping, (signal) => job.run(signal));
    await release({ lastSuccessAt: isoAt(clock), lastError: null });
  } catch (error) {
    // The database may already be closed. The lease then simply runs out.
    if (stopping.signal.aborted) return void (await release({}).catch(() => undefined));
    log.error({ err: error, job: job.name }, 'a job failed');
    context.onFailure?.(job.name);
    await release({ lastError: messageOf(error) });
  }
}

// Who runs which job, and how it ended last. On PostgreSQL that is in rows, which all nodes share. On SQLite one process runs all jobs, so
// it keeps this in memory and writes only what it wants to know after a restart: hundreds of writes an hour would keep the disk awake.

export type JobRow = Selectable<JobsTable>;

export interface JobRows {
  /** Returns false if another holder has the lease. */
  claim(name: string, lease: Lease): Promise<boolean>;
  /** Changes the row of the job that this holder runs. Returns false if the lease was lost. */
  update(holder: string, changes: Partial<JobRow>): Promise<boolean>;
  list(): Promise<JobRow[]>;
}

interface JobRowsDeps {
  /** Leases need not survive a power cut, which also ends their holders. */
  database: Pick<Database, 'db' | 'unflushed' | 'dialect'>;
  clock: Clock;
}

const neverRun = { ...released, lastRunAt: null, lastSuccessAt: null, lastError: null };

export function createJobRows(deps: JobRowsDeps): JobRows {
  return deps.database.dialect === 'sqlite' ? createOwnRows(deps) : createSharedRows(deps);
}

function createSharedRows({ database: { db, unflushed }, clock }: JobRowsDeps): JobRows {
  return {
    claim(name, lease) {
      const now = isoAt(clock);
      return unflushed(async (trx) => {
        await trx
          .insertInto('jobs')
          .values({ name, ...neverRun })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .execute();
        return hasChanged(
          trx
            .updateTable('jobs')
            .set({ ...lease, lastRunAt: now })
            .where('name', '=', name)
            .where(isUnleased(now)),
        );
      });
    },

    update: (holder, changes) =>
      unflushed(async (trx) => {
        return hasChanged(trx.updateTable('jobs').set(changes).where('holder', '=', holder));
      }),

    list: () => db.selectFrom('jobs').selectAll().execute(),
  };
}

/** A success is written if the last one that was written is older than this. */
const writtenMs = hourMs;

function createOwnRows({ database: { db, unflushed }, clock }: JobRowsDeps): JobRows {
  const stored = () => db.selectFrom('jobs').selectAll().execute();
  const rows = new Map<string, JobRow>();

  async function write(row: JobRow): Promise<void> {
    const known = (await stored()).find(({ name }) => name === row.name);
    const recently = isoAt(clock, -writtenMs);
    const isKnown = known && known.lastError === row.lastError;
    if (isKnown && (row.lastError !== null || (known.lastSuccessAt ?? '') > recently)) return;
    const values = { ...row, ...released };
    await unflushed((trx) =>
      trx
        .insertInto('jobs')
        .values(values)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute(),
    );
  }

  return {
    async claim(name, lease) {
      const row = rows.get(name) ?? { name, ...neverRun };
      // What a killed process has left in the table counts no longer.
      if (row.holder !== null) return false;
      rows.set(name, { ...row, ...lease, lastRunAt: isoAt(clock) });
      return true;
    },

    async update(holder, changes) {
      const row = [...rows.values()].find((each) => each.holder === holder);
      if (!row) return false;
      const changed = { ...row, ...changes };
      rows.set(row.name, changed);
      if ('lastError' in changes) await write(changed);
      return true;
    },

    async list() {
      const own = [...rows.values()];
      const others = (await stored()).filter(({ name }) => !rows.has(name));
      return [...others, ...own];
    },
  };
}

// The states of the background jobs, as the scheduler records them. All nodes see the same.

export interface JobState {
  name: string;
  isRunning: boolean;
  /** Undefined before the first success. */
  lastSuccessAt: string | undefined;
  /** The message of the last run, if it failed. */
  error: string | undefined;
  nextRunAt: string;
  /** The time between two scheduled runs, milliseconds. */
  intervalMs: number;
}

interface JobStatesDeps {
  jobRows: JobRows;
  clock: Clock;
  jobs: Job[];
}

export type JobStates = ReturnType<typeof createJobStates>;

export function createJobStates({ jobRows, clock, jobs }: JobStatesDeps) {
  return {
    async list(): Promise<JobState[]> {
      const rows = await jobRows.list();
      const now = isoAt(clock);
      return jobs.map(({ name, schedule }) => {
        const row = rows.find((found) => found.name === name);
        // Not kept, because each takes 80 KB.
        const [next = clock.now(), afterNext = next] = new Cron(schedule).nextRuns(2, clock.now());
        return {
          name,
          isRunning: row?.holder != null && isHeld(row.leaseUntil, now),
          lastSuccessAt: row?.lastSuccessAt ?? undefined,
          error: row?.lastError ?? undefined,
          nextRunAt: next.toISOString(),
          intervalMs: afterNext.getTime() - next.getTime(),
        };
      });
    },
  };
}
