// Rows: the catalogue of 100,000 games compared with a Fastify route that answers with the same JSON as a constant;
// distant pages compared with the first ones, searches compared with pages, a fixed rate of requests, and the memory
// afterwards.
import { join } from 'node:path';
import { freePort } from '../../test/free-port.mjs';
import type { ClosedResult } from '../load/closed-load.ts';
import type { OpenResult } from '../load/open-load.ts';
import { type BackgroundLoad, startLoad } from './background-load.ts';
import { type CatalogueAddresses, collectAddresses } from './catalogue-addresses.ts';
import { measureStart } from './catalogue-start.ts';
import { measureUnderLoad } from './catalogue-under-load.ts';
import { type CellarServer, untilQuiet } from './cellar-server.ts';
import { type Run, runGenerator } from './load.ts';
import { residentMb } from './process-figures.ts';
import { interleave, median } from './rounds.ts';
import { limitRow, plainRow, type Row, ratioRow } from './row.ts';
import { withSeededCellar } from './seeded-cellar.ts';

const GAMES = 100_000;
const ROUNDS = 3;
const CONNECTIONS = 50;

export function measureCatalogue(): Promise<Row[]> {
  return withSeededCellar(GAMES, async ({ cellar, dataDir, dir, stopLater }) => {
    const addresses = await collectAddresses(cellar.client);
    const constant = await startConstant(await cellar.client.get(addresses.first));
    stopLater(constant);
    await untilQuiet(cellar.pid);
    const rows = await compare(cellar, constant, addresses);
    rows.push(...(await measureFixedRate(cellar, addresses)));
    rows.push(
      limitRow('catalogue, resident after that', 'MB', { ours: residentMb(cellar.pid), atMost: 200 }),
    );
    await cellar.stop();
    rows.push(...(await measureUnderLoad(dataDir, { dir, paths: addresses.spread })));
    rows.push(...(await measureStart({ dataDir, token: cellar.client.token, emptyDir: join(dir, 'empty') })));
    return rows;
  });
}

interface Constant extends BackgroundLoad<null> {
  port: number;
}

async function startConstant(json: string): Promise<Constant> {
  const port = await freePort();
  const { pid, stop } = await startLoad<null>('constant-server.ts', { port, json });
  return { pid, port, stop };
}

async function compare(
  cellar: CellarServer,
  constant: Constant,
  { first, shallow, deep, searches, filters }: CatalogueAddresses,
): Promise<Row[]> {
  let round = 0;
  const nextShare = () => {
    round += 1;
    return searches.filter((_, at) => at % ROUNDS === round % ROUNDS);
  };
  const ask = (server: { pid: number; port: number }, paths: string[]) =>
    runGenerator<ClosedResult>(
      'closed-load.ts',
      closedLoad(server.port, cellar.client.token, paths),
      server.pid,
    );
  type Side = 'page' | 'constant' | 'shallow' | 'deep' | 'search' | 'filters';
  const runs = await interleave<Side, Run<ClosedResult>>(ROUNDS, {
    page: () => ask(cellar, [first]),
    constant: () => ask(constant, [first]),
    shallow: () => ask(cellar, shallow),
    deep: () => ask(cellar, deep),
    // Each round has different searches, so that none is repeated.
    search: () => ask(cellar, nextShare()),
    filters: () => ask(cellar, [filters]),
  });
  reportForeignLoad(Object.values(runs).flat());
  const speed = (side: Side) => median(runs[side], ({ result }) => result.requestsPerSecond);
  const time = (side: Side) => 1000 / speed(side);
  const cpu = (side: Side) =>
    median(runs[side], ({ cpuSeconds, result }) => (1000 * cpuSeconds) / result.requests);
  const searchP99 = median(runs.search, ({ result }) => result.p99);
  return [
    ratioRow(`catalogue page, ${CONNECTIONS} connections`, 'req/s', {
      ours: speed('page'),
      yardstick: speed('constant'),
      atLeast: 0.7,
      digits: 0,
    }),
    ratioRow('catalogue page, CPU', 'ms', { ours: cpu('page'), yardstick: cpu('constant'), digits: 3 }),
    ratioRow('pages about 4,000 beside the first ones', 'ms', {
      ours: time('deep'),
      yardstick: time('shallow'),
      atMost: 1.5,
      digits: 3,
    }),
    // Compared with pages that are assembled too, because the first page is cached.
    ratioRow('search with platform and genre beside pages', 'ms', {
      ours: time('search'),
      yardstick: time('shallow'),
      atMost: 1.5,
      digits: 3,
    }),
    limitRow(`search, p99, ${CONNECTIONS} connections`, 'ms', { ours: searchP99, atMost: 30 }),
    ratioRow('filters beside pages', 'ms', { ours: time('filters'), yardstick: time('shallow'), digits: 3 }),
  ];
}

async function measureFixedRate(cellar: CellarServer, { spread }: CatalogueAddresses): Promise<Row[]> {
  const times = { perSecond: 1000, warmUpMs: 1000, measureMs: 5000 };
  const load = {
    host: '127.0.0.1',
    port: cellar.port,
    tokens: [cellar.client.token],
    paths: spread,
    ...times,
  };
  const runs = await interleave<'ours', Run<OpenResult>>(ROUNDS, {
    ours: () => runGenerator<OpenResult>('open-load.ts', load, cellar.pid),
  });
  reportForeignLoad(runs.ours);
  const p50 = median(runs.ours, ({ result }) => result.p50);
  const p99 = median(runs.ours, ({ result }) => result.p99);
  return [
    plainRow('catalogue at 1,000 requests a second, p50', 'ms', p50, 1),
    limitRow('catalogue at 1,000 requests a second, p99', 'ms', { ours: p99, atMost: 15, digits: 1 }),
  ];
}

function closedLoad(port: number, token: string, paths: string[]): object {
  return {
    origin: `http://127.0.0.1:${port}`,
    headers: { authorization: `Bearer ${token}` },
    paths,
    connections: CONNECTIONS,
    warmUpSeconds: 1,
    measureSeconds: 3,
  };
}

function reportForeignLoad(runs: Run<unknown>[]): void {
  const foreign = median(runs, ({ foreignCores }) => foreignCores);
  if (foreign > 0.1) console.error(`other processes used ${foreign.toFixed(1)} cores during the measurement`);
}
