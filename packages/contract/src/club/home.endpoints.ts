import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { catalogueFilter, gameListItem } from '../games/games.ts';
import { time } from '../text.ts';

// The home page of members.

/**
 * `new`: added since the last visit. `recent`: the newest of all. `popular`: most downloaded in the last 30 days. `liked`: most thumbs up.
 */
const shelfKinds = ['new', 'recent', 'favorites', 'to_play', 'popular', 'liked'] as const;

export type ShelfKind = (typeof shelfKinds)[number];

const shelf = z.object({
  kind: z.enum(shelfKinds),
  /** How many games the shelf leads to. */
  total: z.number().int(),
  games: z.array(gameListItem),
});

export type Shelf = z.infer<typeof shelf>;

/** A download that stopped before its end, the newest of its file. */
const stoppedDownload = z.object({
  game: gameListItem,
  platform: z.string(),
  /** The name of the extra. Null for a platform file. */
  extraName: z.string().nullable(),
  /** 0 to 99. */
  percent: z.number().int(),
  stoppedAt: time,
});

export type StoppedDownload = z.infer<typeof stoppedDownload>;

const home = z.object({
  totalGames: z.number().int(),
  stopped: z.array(stoppedDownload),
  /** Without empty ones. */
  shelves: z.array(shelf),
});

export type Home = z.infer<typeof home>;

const randomGameQuery = z.object(catalogueFilter);

const randomGame = z.object({
  /** Null if no game matches. Games that are marked as “not for me” are left out. */
  game: gameListItem.nullable(),
  /** How many games match. */
  total: z.number().int(),
});

export type RandomGame = z.infer<typeof randomGame>;

export const homeEndpoints = {
  home: endpoint('GET', '/api/home', 'member', {
    summary: 'The shelves of the home page',
    response: home,
  }),
  randomGame: endpoint('GET', '/api/games/random', 'member', {
    summary: 'A random game that matches a filter',
    query: randomGameQuery,
    response: randomGame,
  }),
};
