// How the cost of a request, the start and the memory grow with the number of games. The servers of all libraries run at the same
// time and are asked in turns.
import { join } from 'node:path';
import type { OpenResult } from '../../load/open-load.ts';
import { sampleAddresses } from '../catalogue-addresses.ts';
import { type CellarServer, startCellar, timeFirstAnswer, untilQuiet } from '../cellar-server.ts';
import { type Run, runGenerator } from '../load.ts';
import { residentMb } from '../process-figures.ts';
import { interleave, median } from '../rounds.ts';
import { limitRow, plainRow, type Row, ratioRow } from '../row.ts';
import { copySeededLibrary } from '../seeded-library.ts';
import { makeDiskFolder } from '../workplace.ts';
import { drawGrowth } from './plots.ts';

const SIZES = [1000, 10_000, 100_000, 1_000_000];
const ROUNDS = 3;
/** As many as 200 members ask who turn a page each second, and 50 who type. */
const PAGES_PER_SECOND = 200;
const SEARCHES_PER_SECOND = 50;
const MOST_PATHS = 20_000;

interface Library {
  dir: string;
  cellar: CellarServer;
  pages: string[];
  searches: string[];
}

/** For each library, in the order of the sizes. */
interface Costs {
  /** Milliseconds of the server's processor time for each request. */
  cpu: number[];
  /** Milliseconds. */
  p99: number[];
}

export async function measureGrowthByGames(): Promise<Row[]> {
  const { dir, remove } = makeDiskFolder();
  const libraries: Library[] = [];
  try {
    for (const games of SIZES) libraries.push(await open(join(dir, String(games)), games));
    for (const { cellar } of libraries) await untilQuiet(cellar.pid);
    const pages = await askInTurns(libraries, PAGES_PER_SECOND, (library) => library.pages);
    const searches = await askInTurns(libraries, SEARCHES_PER_SECOND, (library) => library.searches);
    const memory = libraries.map(({ cellar }) => residentMb(cellar.pid));
    for (const { cellar } of libraries) await cellar.stop();
    const starts = await timeStarts(libraries);
    drawGrowth('games', SIZES, [
      { title: 'Processor time', unit: 'ms per request', curves: { page: pages.cpu, search: searches.cpu } },
      {
        title: 'Waiting time',
        unit: 'ms, p99',
        curves: { page: pages.p99, search: searches.p99 },
      },
      { title: 'Start', unit: 's to the first answer', curves: { start: starts } },
      { title: 'Memory', unit: 'MB', curves: { memory } },
    ]);
    return [
      ...SIZES.flatMap((games, at) => [
        plainRow(`${games} games, page`, 'ms CPU', pages.cpu[at] as number, 3),
        plainRow(`${games} games, search`, 'ms CPU', searches.cpu[at] as number, 3),
        plainRow(`${games} games, page, p99`, 'ms', pages.p99[at] as number),
        plainRow(`${games} games, search, p99`, 'ms', searches.p99[at] as number),
        plainRow(`${games} games, start`, 's', starts[at] as number, 2),
        plainRow(`${games} games, resident`, 'MB', memory[at] as number),
      ]),
      ratioRow('page, 1,000,000 games beside 100,000', 'ms CPU', {
        ours: pages.cpu.at(-1) as number,
        yardstick: pages.cpu.at(-2) as number,
        atMost: 1.5,
        digits: 3,
      }),
      limitRow('search, 1,000,000 games, p99', 'ms', { ours: searches.p99.at(-1) as number, atMost: 100 }),
      limitRow('start, 1,000,000 games', 's', { ours: starts.at(-1) as number, atMost: 5, digits: 2 }),
    ];
  } finally {
    for (const { cellar } of libraries) await cellar.stop();
    remove();
  }
}

async function open(dir: string, games: number): Promise<Library> {
  copySeededLibrary(games, dir, ['--no-picture-files']);
  const cellar = await startCellar(dir);
  return { dir, cellar, ...(await sampleAddresses(cellar.client, MOST_PATHS)) };
}

async function askInTurns(
  libraries: Library[],
  perSecond: number,
  pathsOf: (library: Library) => string[],
): Promise<Costs> {
  const ask = ({ cellar }: Library, paths: string[]) => {
    const target = { host: '127.0.0.1', port: cellar.port, tokens: [cellar.client.token], paths };
    const load = { ...target, perSecond, warmUpMs: 1000, measureMs: 5000 };
    return runGenerator<OpenResult>('open-load.ts', load, cellar.pid);
  };
  const sides = libraries.map((library, at) => [at, () => ask(library, pathsOf(library))] as const);
  const runs = Object.values(await interleave<string, Run<OpenResult>>(ROUNDS, Object.fromEntries(sides)));
  return {
    cpu: runs.map((rounds) => median(rounds, (run) => (1000 * run.cpuSeconds) / run.result.requests)),
    p99: runs.map((rounds) => median(rounds, ({ result }) => result.p99)),
  };
}

/** In seconds. */
async function timeStarts(libraries: Library[]): Promise<number[]> {
  const sides = libraries.map(
    ({ dir, cellar }, at) => [at, () => timeFirstAnswer(dir, cellar.client.token)] as const,
  );
  const times = Object.values(await interleave<string, number>(ROUNDS, Object.fromEntries(sides)));
  return times.map((rounds) => median(rounds, (ms) => ms / 1000));
}
