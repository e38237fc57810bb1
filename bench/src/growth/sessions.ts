// How the cost of a request and the memory grow with the number of sessions that ask.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenResult } from '../../load/open-load.ts';
import { sampleAddresses } from '../catalogue-addresses.ts';
import { firstAdmin, startCellar, untilQuiet } from '../cellar-server.ts';
import { type Run, runGenerator } from '../load.ts';
import { addPeople } from '../people.ts';
import { residentMb } from '../process-figures.ts';
import { interleave, median } from '../rounds.ts';
import { plainRow, type Row, ratioRow } from '../row.ts';
import { copySeededLibrary } from '../seeded-library.ts';
import { makeDiskFolder } from '../workplace.ts';
import { drawGrowth } from './plots.ts';

const GAMES = 10_000;
const SESSIONS = [1, 10, 100, 1000, 10_000];
const ROUNDS = 3;
const PER_SECOND = 1000;
const MOST_PATHS = 20_000;

/** Each number of sessions has its own server, so that none profits from what another remembers. */
export async function measureGrowthBySessions(): Promise<Row[]> {
  const { dir, remove } = makeDiskFolder();
  const servers: Awaited<ReturnType<typeof open>>[] = [];
  try {
    for (const count of SESSIONS) servers.push(await open(join(dir, String(count)), count));
    for (const { cellar } of servers) await untilQuiet(cellar.pid);
    const sides = servers.map((server, at) => [at, () => ask(server)] as const);
    const runs = Object.values(await interleave<string, Run<OpenResult>>(ROUNDS, Object.fromEntries(sides)));
    const cpu = runs.map((rounds) => median(rounds, (run) => (1000 * run.cpuSeconds) / run.result.requests));
    const p99 = runs.map((rounds) => median(rounds, ({ result }) => result.p99));
    const memory = servers.map(({ cellar }) => residentMb(cellar.pid));
    drawGrowth('sessions', SESSIONS, [
      { title: 'Processor time', unit: 'ms per request', curves: { page: cpu } },
      { title: 'Waiting time', unit: 'ms, p99 at 1,000 requests a second', curves: { page: p99 } },
      { title: 'Memory', unit: 'MB', curves: { memory } },
    ]);
    return [
      ...SESSIONS.flatMap((sessions, at) => [
        plainRow(`${sessions} sessions, page`, 'ms CPU', cpu[at] as number, 3),
        plainRow(`${sessions} sessions, page, p99`, 'ms', p99[at] as number, 1),
        plainRow(`${sessions} sessions, resident`, 'MB', memory[at] as number),
      ]),
      ratioRow('page, 10,000 sessions beside 1', 'ms CPU', {
        ours: cpu.at(-1) as number,
        yardstick: cpu[0] as number,
        atMost: 1.5,
        digits: 3,
      }),
    ];
  } finally {
    for (const { cellar } of servers) await cellar.stop();
    remove();
  }
}

async function open(dir: string, sessions: number) {
  copySeededLibrary(GAMES, dir, ['--no-picture-files']);
  const cellar = await startCellar(dir);
  addPeople(dir, sessions);
  const tokens = addSessions(dir, sessions);
  const { pages } = await sampleAddresses(cellar.client, MOST_PATHS);
  return { cellar, tokens, pages };
}

/** Adds a session to each of these members, as copies of the admin's. Returns the tokens. */
function addSessions(dataDir: string, count: number): string[] {
  const database = new DatabaseSync(join(dataDir, 'cellar.db'), { timeout: 60_000 });
  const columns = database.prepare(`select name from pragma_table_info('sessions')`).all();
  const others = columns
    .map(({ name }) => String(name))
    .filter((name) => !['id', 'tokenHash', 'userId'].includes(name))
    .map((name) => `"${name}"`)
    .join(', ');
  const insert = database.prepare(
    `insert into sessions (id, "tokenHash", "userId", ${others})
     select ?, ?, ?, ${others} from sessions where "userId" = (select id from users where email = ?) limit 1`,
  );
  const tokens = Array.from({ length: count }, (_, at) => `bench-session-${at}`.padEnd(43, 'x'));
  database.exec('begin');
  for (const [at, token] of tokens.entries()) {
    const tokenHash = createHash('sha256').update(token).digest('hex');
    insert.run(`bench-session-${at}`, tokenHash, `bench-member-${at}`, firstAdmin.email);
  }
  database.exec('commit');
  database.close();
  return tokens;
}

function ask({ cellar, tokens, pages }: Awaited<ReturnType<typeof open>>): Promise<Run<OpenResult>> {
  // Long enough that each session asks at least once before the measurement.
  const times = { perSecond: PER_SECOND, warmUpMs: 10_000, measureMs: 5000 };
  const load = { host: '127.0.0.1', port: cellar.port, tokens, paths: pages, ...times };
  return runGenerator<OpenResult>('open-load.ts', load, cellar.pid);
}
