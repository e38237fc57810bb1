// What the row `queries` and its child process send each other. Apart from every-statement.ts, so that the row does not
// depend on the server's modules.
import type { TimedStatement } from './statement-clock.ts';

export interface EveryStatementLoad {
  dataDir: string;
  admin: { email: string; password: string };
}

export interface Delays {
  p99Ms: number;
  maxMs: number;
}

export interface EveryStatementResult {
  slowest: TimedStatement[];
  /** The processor time of the reference statement. */
  referenceMs: number;
  idle: Delays;
  duringJobs: Delays;
  notCalled: string[];
}
