// Rows: what members see when they come back, asked by 50 of them in a library of 100,000 games with 10,000 members, 1,000,000
// downloads and 1,000,000 favorites: the home page, filters by marks, and similar titles compared with a plain page.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenResult } from '../load/open-load.ts';
import { logIn } from './cellar-client.ts';
import { type CellarServer, firstAdmin, startCellar, untilQuiet } from './cellar-server.ts';
import { type Run, runGenerator } from './load.ts';
import { addPeople } from './people.ts';
import { interleave, median } from './rounds.ts';
import { limitRow, type Row, ratioRow } from './row.ts';
import { copySeededLibrary, largestLibrary } from './seeded-library.ts';
import { makeDiskFolder } from './workplace.ts';

const clients = 50;
/** Each client asks once a second. */
const perSecond = clients;
const rounds = 3;
const mostMs = 100;
const favoritesOfEach = 100;
/** A page with similar titles may take as many times as long as one without. */
const mostTimes = 3;

const home = ['/api/home'];
const filtered = [
  ...['mine=favorite', 'mine=favorite&sort=titleAsc', 'hide=downloaded', 'added=new'],
  ...['sort=mostLiked', 'sort=mostDownloaded', 'sort=mostDownloadedThisMonth', 'decade=2010&size=small'],
].map((query) => `/api/games?${query}`);
const misspelled = ['adventrue', 'dargon', 'leegnd', 'shaddow', 'kindgom'].map(
  (word) => `/api/games?search=${word}`,
);
const plain = [1, 2, 50, 1000, 2000].map((page) => `/api/games?page=${page}`);

export async function measureMembers(): Promise<Row[]> {
  const { dir, remove } = makeDiskFolder();
  const dataDir = join(dir, 'data');
  copySeededLibrary(largestLibrary.games, dataDir, largestLibrary.options);
  const cellar = await startCellar(dataDir);
  try {
    const people = addPeople(dataDir, clients);
    addFavorites(dataDir);
    const tokens: string[] = [];
    for (const email of people) {
      const { token } = await logIn(cellar.port, { email, password: firstAdmin.password });
      tokens.push(token);
    }
    const [atHome] = await measure(cellar, tokens, { home });
    const [byMarks] = await measure(cellar, tokens, { filtered });
    const [similar, page] = await measure(cellar, tokens, { misspelled, plain });
    return [
      limitRow(`home, ${clients} members, p99`, 'ms', { ours: atHome ?? 0, atMost: mostMs }),
      limitRow(`games by marks, ${clients} members, p99`, 'ms', { ours: byMarks ?? 0, atMost: mostMs }),
      ratioRow('search with similar titles, p99', 'ms', {
        ours: similar ?? 0,
        yardstick: page ?? 0,
        atMost: mostTimes,
      }),
    ];
  } finally {
    await cellar.stop();
    remove();
  }
}

/** Returns the median p99 of each group of paths, in milliseconds. The groups are measured alternately. */
async function measure(cellar: CellarServer, tokens: string[], groups: Record<string, string[]>) {
  for (const path of Object.values(groups).flat()) await cellar.client.get(path);
  await untilQuiet(cellar.pid);
  const times = { perSecond, warmUpMs: 2000, measureMs: 8000 };
  const load = { host: '127.0.0.1', port: cellar.port, tokens, ...times };
  const runs = await interleave<string, Run<OpenResult>>(
    rounds,
    Object.fromEntries(
      Object.entries(groups).map(([name, paths]) => [
        name,
        () => runGenerator<OpenResult>('open-load.ts', { ...load, paths }, cellar.pid),
      ]),
    ),
  );
  return Object.entries(runs).map(([name, results]) => {
    const shown = results.map(({ result: { p50, p99 } }) => `${p50.toFixed(1)} and ${p99.toFixed(0)}`);
    console.error(`${name}: p50 and p99 of each round in ms: ${shown.join(', ')}`);
    return median(results, ({ result }) => result.p99);
  });
}

/** Every member has a hundred favorites, and every game ten or so. */
function addFavorites(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'cellar.db'), { timeout: 60_000 });
  const parts = 1000;
  database.exec(`
    create temp table parted as select id, row_number() over (order by id) % ${parts} as part from games;
    create index temp.partedByPart on parted (part);
    insert into gameMarks (userId, gameId, favorite, changedAt)
      select member.id, parted.id, 1, '2026-01-01T00:00:00.000Z'
      from (select id, row_number() over (order by id) % ${parts} as part from users) as member
      join parted using (part)
      where (select count(*) from parted) / ${parts} = ${favoritesOfEach};
  `);
  database.close();
}
