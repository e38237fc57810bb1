import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../rules/limits.ts';
import { bytes, idParams, pageNumber, pagePlace } from '../text.ts';
import { gameListItem } from './games.ts';
import { matchState, matchStates } from './matches.ts';
import { adminGameColumns, lackables } from './rules/admin-games.ts';

// The table of games in Game Management: its columns, filters and orders.

/** `unknown`: nobody has searched for a match. */
export const matchFilters = [...matchStates, 'unknown'] as const;

export type MatchFilter = (typeof matchFilters)[number];

const lacks = z
  .string()
  .max(100)
  .default('')
  .transform((names) => [...new Set(names.split(',').filter((name) => name !== ''))])
  .pipe(z.array(z.enum(lackables)))
  .meta({ description: `Comma-separated: ${lackables.join(', ')}. A game must lack all of them.` });

/** Empty values do not filter. `search`, `platform` and `genre` filter as in the catalogue. */
const filter = {
  search: z.string().max(200).default(''),
  platform: z.string().max(100).default(''),
  genre: z.string().max(100).default(''),
  match: z.enum([...matchFilters, '']).default(''),
  lacks,
  visibility: z.enum(['visible', 'hidden', '']).default(''),
  sort: z.enum(adminGameColumns).default('added'),
  direction: z.enum(['asc', 'desc']).default('desc'),
};

const adminGamesFilter = z.object(filter);

export type AdminGamesFilter = z.output<typeof adminGamesFilter>;

export const adminGamesQuery = z.object({
  ...filter,
  page: pageNumber,
  limit: z.coerce.number().int().min(1).max(limits.adminGamesPerPageMax).default(limits.adminGamesPerPage),
});

const adminGame = gameListItem
  .omit({ genres: true })
  .extend({
    /** The sum of its platform files. */
    size: bytes,
    /** Of the release date. Null if there is none. */
    year: z.number().int().nullable(),
    developer: z.string().nullable(),
    /** Null if nobody has searched for a match. */
    matchState: matchState.nullable(),
    /** Whether a platform file is missing on the disk. */
    isFileMissing: z.boolean(),
    /** Whether only admins see the game. */
    isHidden: z.boolean(),
    /** Completed downloads of platform files in the download log. */
    downloads: z.number().int().nonnegative(),
  })
  .meta({ id: 'AdminGame' });

export type AdminGame = z.infer<typeof adminGame>;

const adminGamesResponse = z.object({
  games: z.array(adminGame),
  ...pagePlace,
  /** The number of games that match the filter. */
  total: z.number().int(),
  /** The number of games in the library. */
  librarySize: z.number().int(),
  /** How many of the games that match the rest of the filter lack each of these. */
  lacking: z.record(z.enum(lackables), z.number().int()),
});

/** The ids of the games that match the filter, in order: the first `limits.adminGameIdsMax`. */
const adminGameIdsResponse = z.object({
  ids: z.array(z.string()),
  total: z.number().int(),
});

const neighbor = gameListItem.pick({ _id: true, title: true }).nullable();

const adminGameNeighbors = z.object({
  previous: neighbor,
  next: neighbor,
  /** Counted from 1. Null if the game does not match the filter. */
  position: z.number().int().nullable(),
  total: z.number().int(),
});

export const adminGamesEndpoints = {
  listAdminGames: endpoint('GET', '/api/admin/games', 'admin', {
    summary: 'One page of the table of games, with what each game lacks',
    query: adminGamesQuery,
    response: adminGamesResponse,
  }),
  listAdminGameIds: endpoint('GET', '/api/admin/games/ids', 'admin', {
    summary: 'The ids of the games that match a filter, in order',
    query: adminGamesFilter,
    response: adminGameIdsResponse,
  }),
  adminGameNeighbors: endpoint('GET', '/api/admin/games/:id/neighbors', 'admin', {
    summary: 'The games before and after a game in the order of a filter',
    params: idParams,
    query: adminGamesFilter,
    response: adminGameNeighbors,
  }),
};
