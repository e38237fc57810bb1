import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import { gameEdit, gameFileParams } from './game-edit.ts';
import {
  game,
  gameCheckQuery,
  gameCheckResponse,
  gameFilters,
  gameLetters,
  gameLettersQuery,
  gamesQuery,
  gamesResponse,
} from './games.ts';

export const gamesEndpoints = {
  listGames: endpoint({
    method: 'GET',
    path: '/api/games',
    access: 'member',
    summary: 'One page of the catalogue',
    query: gamesQuery,
    response: gamesResponse,
  }),
  gameFilters: endpoint({
    method: 'GET',
    path: '/api/games/filters',
    access: 'member',
    summary: 'The values to filter the catalogue by',
    response: gameFilters,
  }),
  gameLetters: endpoint({
    method: 'GET',
    path: '/api/games/letters',
    access: 'member',
    summary: 'The position of each first letter in the catalogue sorted by title',
    query: gameLettersQuery,
    response: gameLetters,
  }),
  checkGame: endpoint({
    method: 'GET',
    path: '/api/games/check',
    access: 'contributor',
    summary: 'Whether a game that the caller sees exists, and whether it has a file for a platform',
    query: gameCheckQuery,
    response: gameCheckResponse,
  }),
  getGame: endpoint({
    method: 'GET',
    path: '/api/games/:id',
    access: 'public',
    summary: 'One game',
    params: idParams,
    response: game,
  }),
  editGame: endpoint({
    method: 'PUT',
    path: '/api/games/:id',
    access: 'admin',
    summary: 'Change some fields of a game; 409 if the game has changed since the given revision',
    params: idParams,
    body: gameEdit,
    maxBodyBytes: 1024 ** 2,
    response: game,
  }),
  deleteGame: endpoint({
    method: 'DELETE',
    path: '/api/games/:id',
    access: 'admin',
    summary: 'Delete a game with all its files',
    params: idParams,
    response: done,
  }),
  deletePlatformFile: endpoint({
    method: 'DELETE',
    path: '/api/games/:id/platform/:platform',
    access: 'admin',
    summary: 'Delete a platform file of a game',
    params: gameFileParams,
    response: game,
  }),
};
