// A hostile provider: long texts are cut and do not block the event loop.
import { expect, it } from 'vitest';
import { createIgdb } from './igdb.ts';

const games = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  name: `Game ${index}`,
  // Expensive to convert: the converter looks for each closing tag among all open ones.
  summary: '<b>'.repeat(200) + '</i>'.repeat(200),
}));
/** Responds immediately, so that only the handling of the response uses the event loop. */
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

it('a provider returns no more games than requested, and yields to the event loop between them', async () => {
  await igdb.search('loads the markup parser');
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
