// The states of the background jobs, as the scheduler records them. All nodes see the same.
import { Cron } from 'croner';
import { type Clock, isoAt } from './clock.ts';
import type { JobRows } from './job-rows.ts';
import { isHeld } from './lease.ts';
import type { Job } from './scheduler.ts';

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

interface Deps {
  jobRows: JobRows;
  clock: Clock;
  jobs: Job[];
}

export type JobStates = ReturnType<typeof createJobStates>;

export function createJobStates({ jobRows, clock, jobs }: Deps) {
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
