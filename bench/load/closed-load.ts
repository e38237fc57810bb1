// Child process of the catalogue rows: autocannon with N connections, each sending its next request after each answer.
import autocannon from 'autocannon';
import { generate } from './generator.ts';

export interface ClosedLoad {
  origin: string;
  headers: Record<string, string>;
  /** Divided among the connections, so that no two request the same path at the same time. */
  paths: string[];
  connections: number;
  warmUpSeconds: number;
  measureSeconds: number;
}

export interface ClosedResult {
  requests: number;
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

generate<ClosedLoad, ClosedResult>(async (load, phases) => {
  await fire(load, load.warmUpSeconds);
  phases.measuring();
  const result = await fire(load, load.measureSeconds);
  phases.measured();
  return {
    requests: result['2xx'],
    requestsPerSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
});

async function fire(
  { origin, headers, paths, connections }: ClosedLoad,
  duration: number,
): Promise<autocannon.Result> {
  let next = 0;
  const result = await autocannon({
    url: origin,
    connections,
    duration,
    headers,
    setupClient(client) {
      const own = paths.filter((_, at) => at % connections === next % connections);
      next += 1;
      client.setRequests((own.length > 0 ? own : paths).map((path) => ({ method: 'GET', path, headers })));
    },
  });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${result.errors} errors and ${result.non2xx} refusals at ${origin}${paths[0]}`);
  return result;
}
