// LAN nights: collections with a date. Who comes, and who has downloaded which of the games. Only those who have said that they come are
// named, because saying so is their consent.
import { z } from 'zod';
import { gameListItem } from '../games/games.ts';
import { pageNumber } from '../text.ts';
import { nightAnswers } from './rules/collections.ts';

export const nightAnswerBody = z.object({
  /** Null takes the answer back. */
  answer: z.enum(nightAnswers).nullable(),
});

export const lanNight = z
  .object({
    /** Those who come, in the order of their answers. */
    guests: z.array(z.object({ name: z.string(), isYou: z.boolean() })),
    /** How many have answered that they can't come. */
    absent: z.number().int(),
    answer: z.enum(nightAnswers).nullable(),
    /** Once it is over, nobody can answer, and it no longer shows who has which game. */
    isOver: z.boolean(),
    /** False if the site does not record who downloads what. Then readers see only their own downloads. */
    isTracked: z.boolean(),
    /** The ids of the games that the reader has not downloaded. */
    missing: z.array(z.string()),
  })
  .meta({ id: 'LanNight' });
export type LanNight = z.infer<typeof lanNight>;

export const nightGamesQuery = z.object({ page: pageNumber });

export const nightGames = z.object({
  games: z.array(
    gameListItem.extend({
      /** The names of the guests who have downloaded the game, without the reader. */
      owners: z.array(z.string()),
      /** Whether the reader has downloaded it. */
      isYours: z.boolean(),
    }),
  ),
  totalGames: z.number().int(),
  currentPage: z.number().int(),
  totalPages: z.number().int(),
});
export type NightGames = z.infer<typeof nightGames>;
