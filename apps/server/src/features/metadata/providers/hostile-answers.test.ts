// A provider that means harm: long answers are cut, and hold nobody else up.
import { expect, it } from 'vitest';
import { createIgdb } from './igdb.ts';

const games = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  name: `Game ${index}`,
  // Tags that were never opened are looked for among all that are open.
  summary: '<b>'.repeat(200) + '</i>'.repeat(200),
}));
/** Answers at once, so that only what is done with the answer takes its turns. */
const http = {
  fetchJson: async (address: string) =>
    address.endsWith('/token') ? { access_token: 'x' } : [{ name: 'found', result: games }],
};
const igdb = createIgdb({
  http,
  authHttp: http,
  keys: async () => ({ clientId: 'id', clientSecret: 'secret' }),
  url: 'https://igdb.example',
  authUrl: 'https://igdb.example/token',
});

it('takes no more games than were asked for, and lets others have their turn between them', async () => {
  await igdb.search('what reads markup is loaded now');
  let turns = 0;
  let isOver = false;
  const countTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const found = await igdb.search('game');
  isOver = true;
  expect(found.map(({ title }) => title)).toEqual(games.slice(0, 40).map(({ name }) => name));
  expect(turns).toBeGreaterThanOrEqual(40);
});
