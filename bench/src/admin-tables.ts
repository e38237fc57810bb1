// Rows: the tables of the admin pages, asked by 20 admins in a library of 100,000 games with 10,000 members, 1,000,000
// downloads and 100,000 games in the queue of matches; and the table of games while an admin changes games.
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenResult } from '../load/open-load.ts';
import { type CellarServer, untilQuiet } from './cellar-server.ts';
import { type Run, runGenerator } from './load.ts';
import { interleave, median } from './rounds.ts';
import { limitRow, type Row } from './row.ts';
import { withSeededCellar } from './seeded-cellar.ts';
import { largestLibrary } from './seeded-library.ts';

const admins = 20;
/** Each admin asks twice a second, as if typing into a search field or scrolling. */
const perSecond = 2 * admins;
const rounds = 3;
const mostMs = 100;
const changeEveryMs = 250;

const sorts = ['title', 'platforms', 'size', 'year', 'developer', 'match', 'added', 'downloads'];
const gameQueries = [
  ...sorts.flatMap((sort) => [`sort=${sort}&direction=asc`, `sort=${sort}&direction=desc&page=700`]),
  ...['lacks=cover', 'lacks=description,year', 'lacks=file', 'match=queued', 'visibility=hidden'],
  ...['search=the', 'search=dra&platform=Windows', 'genre=Action&sort=downloads', 'search=qqq'],
];
const pages = [1, 2, 50, 150];

const tables: Record<string, string[]> = {
  'table of games': gameQueries.map((query) => `/api/admin/games?${query}`),
  'selection of all games': gameQueries.map((query) => `/api/admin/games/ids?${query}`),
  'games by size and downloads': [0, 30, 365].flatMap((days) =>
    pages.map((page) => `/api/admin/storage/games?idleDays=${days}&page=${page}`),
  ),
  'equal files': ['/api/admin/storage/duplicates'],
  storage: ['/api/admin/storage'],
  'queue of matches': ['queued', 'review', 'matched'].map((state) => `/api/admin/matches?state=${state}`),
  'counts of matches': ['/api/admin/matches/counts', '/api/admin/matches/waiting'],
  spellings: ['kind=genre', 'kind=company', 'kind=company&search=a', 'kind=company&search=studio'].map(
    (query) => `/api/admin/spellings?${query}`,
  ),
  'members, by search and state': [
    ...pages.map((page) => `/api/users?page=${page}`),
    ...['search=mem', 'search=qqq', 'state=approved', 'state=pending', 'state=admin'].map(
      (query) => `/api/users?${query}`,
    ),
  ],
  'download log': pages.map((page) => `/api/download-activity/all-activity?page=${page}`),
  'download statistics': [7, 30, 366].map((days) => `/api/download-activity/stats?days=${days}`),
  'audit log, emails, uploads and bulk changes': [
    ...['audit', 'outbox', 'bulk-changes', 'library/items', 'library/folders', 'learned-names'].map(
      (name) => `/api/admin/${name}`,
    ),
    '/api/games/uploads',
  ],
};

export function measureAdminTables(): Promise<Row[]> {
  const { games, options } = largestLibrary;
  return withSeededCellar(
    games,
    async ({ cellar }) => {
      const rows: Row[] = [];
      for (const [name, paths] of Object.entries(tables)) rows.push(await measure(cellar, name, paths));
      const stop = changeGames(cellar);
      const games = tables['table of games'] ?? [];
      rows.push(await measure(cellar, 'table of games while games change', games));
      await stop();
      return rows;
    },
    options,
  );
}

async function measure(cellar: CellarServer, name: string, paths: string[]): Promise<Row> {
  const times = { perSecond, warmUpMs: 1000, measureMs: 6000 };
  const load = { host: '127.0.0.1', port: cellar.port, tokens: [cellar.client.token], paths, ...times };
  // The first answers fill caches and are not measured.
  for (const path of paths) await cellar.client.get(path);
  await untilQuiet(cellar.pid);
  const { ours } = await interleave<'ours', Run<OpenResult>>(rounds, {
    ours: () => runGenerator<OpenResult>('open-load.ts', load, cellar.pid),
  });
  const shown = ours.map(({ result: { p50, p99 } }) => `${p50.toFixed(1)} and ${p99.toFixed(0)}`);
  console.error(`${name}: p50 and p99 of each round in ms: ${shown.join(', ')}`);
  const p99 = median(ours, ({ result }) => result.p99);
  return limitRow(`${name}, ${admins} admins, p99`, 'ms', { ours: p99, atMost: mostMs });
}

/** Hides a game and shows it again, four times a second, until stopped. */
function changeGames({ client }: CellarServer): () => Promise<void> {
  let isStopped = false;
  const work = async () => {
    const { ids } = JSON.parse(await client.get('/api/admin/games/ids')) as { ids: string[] };
    for (let at = 0; !isStopped; at += 1) {
      const action = { kind: 'setVisibility', isHidden: at % 2 === 0 };
      await client.send('POST', '/api/admin/games/change', { ids: ids.slice(0, 1), action });
      await pause(changeEveryMs);
    }
  };
  const working = work();
  return () => {
    isStopped = true;
    return working;
  };
}
