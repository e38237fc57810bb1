import { endpoint } from '../endpoint.ts';
import { idParams } from '../text.ts';
import { gameMarks, gameMarksChange, markedGames, visit } from './marks.ts';

export const marksEndpoints = {
  listMarks: endpoint({
    method: 'GET',
    path: '/api/marks',
    access: 'member',
    summary: 'The games that you have marked',
    response: markedGames,
  }),
  getGameMarks: endpoint({
    method: 'GET',
    path: '/api/games/:id/marks',
    access: 'member',
    summary: 'What you have noted about a game, and how many members like it',
    params: idParams,
    response: gameMarks,
  }),
  changeGameMarks: endpoint({
    method: 'PUT',
    path: '/api/games/:id/marks',
    access: 'member',
    summary: 'Mark a game, or write a note about it. Omitted fields stay as they are',
    params: idParams,
    body: gameMarksChange,
    response: gameMarks,
  }),
  recordVisit: endpoint({
    method: 'POST',
    path: '/api/visits',
    access: 'member',
    summary: 'Say that you are here. A visit ends when you were away for some hours',
    response: visit,
  }),
};
