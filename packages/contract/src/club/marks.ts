// What members note about games: favorites, to play, played, not for me, thumbs up and private notes.
import { z } from 'zod';
import { limits } from '../rules/limits.ts';
import { text, time } from '../text.ts';
import { marks, playStates } from './rules/marks.ts';

const ownMarks = z.object({
  isFavorite: z.boolean(),
  playState: z.enum(playStates).nullable(),
  isLiked: z.boolean(),
  /** Only the member can read it. Empty if there is none. */
  note: text(limits.noteMax),
});

export const gameMarks = ownMarks.extend({
  /** How many members like the game. */
  likes: z.number().int().nonnegative(),
});

export type GameMarks = z.infer<typeof gameMarks>;

export const gameMarksChange = ownMarks.partial();

export type GameMarksChange = z.output<typeof gameMarksChange>;

/** The ids of the games with each mark. */
export const markedGames = z.record(z.enum([...marks, 'noted']), z.array(z.string()));

export type MarkedGames = z.infer<typeof markedGames>;

export const visit = z.object({
  /** When the member was last here before this visit. Null at the first visit. */
  previousAt: time.nullable(),
  /** How many games were added since then. */
  newGames: z.number().int().nonnegative(),
});

export type Visit = z.infer<typeof visit>;
