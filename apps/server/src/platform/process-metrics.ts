import { Counter, collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | undefined;

/**
 * Returns the metrics of the process: CPU, memory, delays of the event loop and the like. They are the same for all
 * applications in one process, as in tests, and their measurement can't be stopped, so it is started only once.
 */
export function processMetrics(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
    // Prometheus takes names that end in `_total` for counters. These are sums of metrics that are there as well.
    for (const metric of registry.getMetricsAsArray()) {
      if (metric.name.endsWith('_total') && !(metric instanceof Counter))
        registry.removeSingleMetric(metric.name);
    }
  }
  return registry;
}
