import { collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | undefined;

/**
 * Returns the metrics of the process: CPU, memory, delays of the event loop and the like. They are the same for all
 * applications in one process, as in tests, and their measurement can't be stopped, so it is started only once.
 */
export function processMetrics(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
