// Rows: pages of the catalogue from two nodes behind nginx, on PostgreSQL, compared with one node on the same cores.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres.mjs';
import { root } from '../../scripts/runtime.mjs';
import type { ClosedResult } from '../load/closed-load.ts';
import type { CellarClient } from './cellar-client.ts';
import { startCellar, untilQuiet } from './cellar-server.ts';
import { type Run, runGenerator } from './load.ts';
import { startBalancer } from './nginx.ts';
import { interleave, median, medianRatio } from './rounds.ts';
import { type Row, ratioRow } from './row.ts';
import { makeDiskFolder } from './workplace.ts';

const GAMES = 20_000;
const CONNECTIONS = 50;
const ROUNDS = 7;

export async function measureCluster(): Promise<Row[]> {
  const { dir, remove } = makeDiskFolder();
  const running: { stop(): Promise<unknown> }[] = [];
  try {
    const database = await startPostgres();
    running.push(database);
    const env = {
      DATABASE_URL: database.url,
      STORAGE_URL: `file:${join(dir, 'storage')}`,
      SECRET_KEY: 'the secret key of both nodes of the benchmark',
      TRUST_PROXY: 'loopback',
    };
    seed(join(dir, 'seed'), env);
    const nodes = [];
    for (const name of ['node-a', 'node-b']) {
      const node = await startCellar(join(dir, name), env);
      running.push(node);
      nodes.push(node);
    }
    const [first] = nodes;
    if (!first) throw new Error('no node was started');
    const ports = nodes.map(({ port }) => port);
    const one = await startBalancer(join(dir, 'nginx-one'), ports.slice(0, 1));
    const two = await startBalancer(join(dir, 'nginx-two'), ports);
    running.push(one, two);
    for (const { pid } of nodes) await untilQuiet(pid);
    return await compare(
      { one: one.port, two: two.port },
      { pid: first.pid, token: first.client.token, paths: await listPages(first.client) },
    );
  } finally {
    for (const part of running.reverse()) await part.stop();
    remove();
  }
}

function seed(dataDir: string, env: Record<string, string>): void {
  console.error(`seeding ${GAMES} games …`);
  const cellar = join(root, 'apps', 'server', 'bin', 'cellar.mjs');
  const { status } = spawnSync(
    process.execPath,
    [cellar, 'seed', '--games', String(GAMES), '--covers', '0'],
    {
      env: { ...process.env, ...env, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (status !== 0) throw new Error('the library could not be seeded');
}

/** Every page, because the first one is cached. */
async function listPages(client: CellarClient): Promise<string[]> {
  const { totalPages } = JSON.parse(await client.get('/api/games')) as { totalPages: number };
  return Array.from({ length: totalPages }, (_, at) => `/api/games?page=${at + 1}&sort=titleAsc`);
}

async function compare(
  ports: { one: number; two: number },
  { pid, token, paths }: { pid: number; token: string; paths: string[] },
): Promise<Row[]> {
  const ask = (port: number) =>
    runGenerator<ClosedResult>(
      'closed-load.ts',
      {
        origin: `http://127.0.0.1:${port}`,
        headers: { authorization: `Bearer ${token}` },
        paths,
        connections: CONNECTIONS,
        warmUpSeconds: 1,
        measureSeconds: 3,
      },
      pid,
    );
  const runs = await interleave<'two' | 'one', Run<ClosedResult>>(ROUNDS, {
    two: () => ask(ports.two),
    one: () => ask(ports.one),
  });
  const speed = ({ result }: Run<ClosedResult>) => result.requestsPerSecond;
  return [
    ratioRow('catalogue, two nodes beside one', 'req/s', {
      ours: median(runs.two, speed),
      yardstick: median(runs.one, speed),
      ratio: medianRatio(runs.two, runs.one, speed),
      atLeast: 0.9,
      digits: 0,
    }),
  ];
}
