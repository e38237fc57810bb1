import { endpoint } from '../endpoint.ts';
import { home, randomGame, randomGameQuery } from './home.ts';

export const homeEndpoints = {
  home: endpoint({
    method: 'GET',
    path: '/api/home',
    access: 'member',
    summary: 'The shelves of the home page',
    response: home,
  }),
  randomGame: endpoint({
    method: 'GET',
    path: '/api/games/random',
    access: 'member',
    summary: 'A random game that matches a filter',
    query: randomGameQuery,
    response: randomGame,
  }),
};
