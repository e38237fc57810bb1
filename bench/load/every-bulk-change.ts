// Calls that change many games at once: the largest number of games in one request, and a merge of as many.
import type { Services } from '../../apps/server/src/start/services.ts';

const mostGames = 10_000;
/** Two steps. Games that thousands of members have marked take seconds, and a call is ended after 20. */
const deleted = 20;

/** The last call deletes games, and none of `kept`. */
export async function bulkCalls(db: Services['database']['db'], kept: string[]) {
  const rows = await db
    .selectFrom('games')
    .select('id')
    .where('id', 'not in', kept)
    .limit(mostGames)
    .execute();
  const ids = rows.map(({ id }) => id);
  const { genre } = await db
    .selectFrom('gameGenres')
    .select('genre')
    .groupBy('genre')
    .having(({ fn }) => fn.countAll(), '<=', mostGames)
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const merge = { kind: 'genre', values: [genre], keep: 'Merged' };
  const change = (action: object, games = ids) =>
    ({ name: 'changeGames', json: { ids: games, action } }) as const;
  return [
    { name: 'summarizeGames', json: { ids } },
    change({ kind: 'addGenres', genres: ['Added'] }),
    change({ kind: 'setDeveloper', value: 'Somebody' }),
    change({ kind: 'changePlatform', from: 'Windows', to: 'Windows v9' }),
    change({ kind: 'match' }),
    { name: 'listBulkChanges' },
    { name: 'listSpellings', query: { kind: 'genre' } },
    { name: 'listSpellings', query: { kind: 'company' } },
    { name: 'listSpellings', query: { kind: 'company', search: 'a' } },
    { name: 'previewMerge', json: merge },
    { name: 'mergeSpellings', json: merge },
    { name: 'listSpellingRules' },
    change({ kind: 'delete' }, ids.slice(0, deleted)),
  ] as const;
}
