import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../rules/limits.ts';
import { idParams, text, time } from '../text.ts';
import { marks, playStates } from './rules/marks.ts';

// What members note about games: favorites, to play, played, not for me, thumbs up and private notes.

const ownMarks = z.object({
  isFavorite: z.boolean(),
  playState: z.enum(playStates).nullable(),
  isLiked: z.boolean(),
  /** Only the member can read it. Empty if there is none. */
  note: text(limits.noteMax),
});

const gameMarks = ownMarks.extend({
  /** How many members like the game. */
  likes: z.number().int().nonnegative(),
});

export type GameMarks = z.infer<typeof gameMarks>;

const gameMarksChange = ownMarks.partial();

export type GameMarksChange = z.output<typeof gameMarksChange>;

/** The ids of the games with each mark. */
const markedGames = z.record(z.enum([...marks, 'noted']), z.array(z.string()));

export type MarkedGames = z.infer<typeof markedGames>;

const visit = z.object({
  /** When the member was last here before this visit. Null at the first visit. */
  previousAt: time.nullable(),
  /** How many games were added since then. */
  newGames: z.number().int().nonnegative(),
});

export type Visit = z.infer<typeof visit>;

export const marksEndpoints = {
  listMarks: endpoint('GET', '/api/marks', 'member', {
    summary: 'The games that you have marked',
    response: markedGames,
  }),
  getGameMarks: endpoint('GET', '/api/games/:id/marks', 'member', {
    summary: 'What you have noted about a game, and how many members like it',
    params: idParams,
    response: gameMarks,
  }),
  changeGameMarks: endpoint('PUT', '/api/games/:id/marks', 'member', {
    summary: 'Mark a game, or write a note about it. Omitted fields stay as they are',
    params: idParams,
    body: gameMarksChange,
    response: gameMarks,
  }),
  recordVisit: endpoint('POST', '/api/visits', 'member', {
    summary: 'Say that you are here. A visit ends when you were away for some hours',
    response: visit,
  }),
};
