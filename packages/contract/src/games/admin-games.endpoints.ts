import { endpoint } from '../endpoint.ts';
import { idParams } from '../text.ts';
import {
  adminGameIdsResponse,
  adminGameNeighbors,
  adminGamesFilter,
  adminGamesQuery,
  adminGamesResponse,
} from './admin-games.ts';

export const adminGamesEndpoints = {
  listAdminGames: endpoint({
    method: 'GET',
    path: '/api/admin/games',
    access: 'admin',
    summary: 'One page of the table of games, with what each game lacks',
    query: adminGamesQuery,
    response: adminGamesResponse,
  }),
  listAdminGameIds: endpoint({
    method: 'GET',
    path: '/api/admin/games/ids',
    access: 'admin',
    summary: 'The ids of the games that match a filter, in order',
    query: adminGamesFilter,
    response: adminGameIdsResponse,
  }),
  adminGameNeighbors: endpoint({
    method: 'GET',
    path: '/api/admin/games/:id/neighbors',
    access: 'admin',
    summary: 'The games before and after a game in the order of a filter',
    params: idParams,
    query: adminGamesFilter,
    response: adminGameNeighbors,
  }),
};
