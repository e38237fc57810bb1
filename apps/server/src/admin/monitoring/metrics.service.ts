// The metrics of this process and of its library. The library's part is read from the database, so it is the same on all nodes.
import { Counter, Gauge, Registry } from 'prom-client';
import { processMetrics } from '#platform/process-metrics.ts';
import { createSingleFlight } from '#platform/single-flight.ts';
import { withinMs } from '#platform/time-limit.ts';
import { createReports, type ReportDeps } from './metric-reports.ts';

export type MetricsService = ReturnType<typeof createMetricsService>;

/** Prometheus waits 10 seconds by default. */
const readMs = 4000;

export function createMetricsService(deps: ReportDeps) {
  const { log } = deps;
  const registry = new Registry();
  const process = processMetrics();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const build = gauge('cellar_build_info', 'The version of Cellar.', ['version']);
  const up = gauge('cellar_up', 'Whether the metrics of this part could be read (1) or not (0).', ['part']);
  const jobFailures = new Counter({
    name: 'cellar_job_failures_total',
    help: 'Runs of background jobs that failed in this process.',
    labelNames: ['name'],
    registers: [registry],
  });
  const reports = createReports(gauge, deps);
  const reading = createSingleFlight<() => void>();
  const collecting = createSingleFlight<string>();

  /** A part that does not answer loses its metrics, so that nobody takes old values for current ones. */
  async function update(part: keyof typeof reports): Promise<void> {
    const { clear, read } = reports[part];
    try {
      // A read that hangs is not started again, because it may occupy a thread.
      const write = await withinMs(readMs, reading.run(read, part));
      clear();
      write();
      up.set({ part }, 1);
    } catch (error) {
      clear();
      up.set({ part }, 0);
      log.warn({ err: error, part }, 'some metrics could not be read');
    }
  }

  async function collect(): Promise<string> {
    await Promise.all((['jobs', 'mails', 'backups', 'virusScans', 'storage', 'data'] as const).map(update));
    return `${await registry.metrics()}\n${await process.metrics()}`;
  }

  return {
    /** Other modules register the metrics that they measure here. */
    registry,
    setVersion: (version: string) => build.set({ version }, 1),
    countJobFailure: (name: string) => jobFailures.inc({ name }),
    /** Does not reject if a part is away. Calls at the same time share one collection. */
    collect: () => collecting.run(collect),
  };
}
