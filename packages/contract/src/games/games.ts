// The catalogue and the game page (specification section 2).
import { z } from 'zod';
import { hideable, marks } from '../club/rules/marks.ts';
import { limits } from '../rules/limits.ts';
import { defaultSortKey } from '../rules/sort.ts';
import { bytes, catalogueSort, named, pageNumber, pagePlace, queryList, time, title } from '../text.ts';
import { extra, fileState } from '../transfer/extras.ts';
import { cheatFile } from './cheats.ts';
import { platformIcon } from './platforms.ts';
import { decades, playerFilters, sizeRangeNames } from './rules/catalogue-filter.ts';
import { platform } from './rules/platforms.ts';
import { playModes } from './rules/play-modes.ts';

export const gameListItem = named('GameListItem', {
  _id: z.string(),
  title: z.string(),
  boxArtUrl: z.string().nullable(),
  /** A ThumbHash in base64, shown until the cover has loaded. */
  boxArtThumbhash: z.string().nullable(),
  platforms: z.array(z.string()),
  genres: z.array(z.string()),
  createdAt: time,
  /** `YYYY-MM-DD`. */
  releaseDate: z.string().nullable(),
  /** Of all platform files. */
  totalSize: bytes,
  modes: z.array(z.enum(playModes)),
  /** Null if unknown. */
  maxPlayers: z.number().int().nullable(),
});

export type GameListItem = z.infer<typeof gameListItem>;

export const gameFile = z.object({
  platform: z.string(),
  /** The icon of an own platform. Null for the others. */
  icon: platformIcon.nullable(),
  fileSize: bytes,
  fileName: z.string(),
  /** Lower-case hex. Null until the background job has computed it. */
  sha256: z.string().nullable(),
  uploadedAt: time,
  ...fileState,
});

export type GameFile = z.infer<typeof gameFile>;

export const game = named('Game', {
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  boxArtUrl: z.string().nullable(),
  boxArtThumbhash: z.string().nullable(),
  /** `YYYY-MM-DD`. */
  releaseDate: z.string().nullable(),
  developer: z.string().nullable(),
  publisher: z.string().nullable(),
  /** 0 to 100. */
  rating: z.number().nullable(),
  ratingCount: z.number().int().nullable(),
  /** For example `PEGI 12`. */
  ageRating: z.string().nullable(),
  franchise: z.string().nullable(),
  collection: z.string().nullable(),
  /** How the game can be played, in the order of `playModes`. Empty if unknown. */
  modes: z.array(z.enum(playModes)),
  /** The largest number of people who can play together, in whatever mode. Null if unknown. */
  maxPlayers: z.number().int().nullable(),
  platforms: z.array(z.string()),
  genres: z.array(z.string()),
  gameFiles: z.array(gameFile),
  downloadOptions: z.array(z.object({ platform: z.string(), fileSize: bytes })),
  /** Newest first; empty for visitors. */
  cheatFiles: z.array(cheatFile),
  /** Updates and extras, by kind and with the newest version first; empty for visitors. */
  extras: z.array(extra),
  /** When you last completed a download of a platform file of the game. Null if you have not, and for visitors. */
  lastDownloadedAt: time.nullable(),
  gameplayImages: z.array(z.string()),
  videos: z.array(z.string()),
  totalSize: bytes,
  /** Whether only admins see the game. */
  isHidden: z.boolean(),
  /** The contribution that waits in this game, which is then hidden from all but its contributor and admins. Otherwise null. */
  contributionId: z.string().nullable(),
  /** Increases with every edit. */
  revision: z.number().int(),
  /** The names of the fields that a person has set. Automatic matches do not overwrite them. */
  editedFields: z.array(z.string()),
  createdAt: time,
});

export type Game = z.infer<typeof game>;

const decadeText = z
  .string()
  .transform((text) => Number(text))
  .pipe(z.literal(decades));

/** See rules/catalogue-filter.ts and rules/marks.ts. Empty values do not filter. */
export const catalogueFilter = {
  search: z.string().max(200).default(''),
  platform: queryList(z.string().max(100)),
  genre: queryList(z.string().max(100)),
  decade: queryList(decadeText),
  size: queryList(z.enum(sizeRangeNames)),
  players: queryList(z.enum(playerFilters)),
  mine: queryList(z.enum(marks)),
  hide: queryList(z.enum(hideable)),
  added: z.enum(['new', '']).default(''),
};

export const gamesQuery = z.object({
  page: pageNumber,
  limit: z.coerce.number().int().min(1).max(limits.gamesPerPageMax).default(limits.gamesPerPage),
  sort: catalogueSort.default(defaultSortKey),
  ...catalogueFilter,
});

export const gameFilters = z.object({
  genres: z.array(z.string()),
  /** The number of games of each genre, in the same order. */
  genreGames: z.array(z.number().int()),
  /** The values for the `platform` filter. */
  platforms: z.array(z.string()),
  /** The names of the own platforms, for the rules in rules/catalogue-filter.ts. */
  ownPlatforms: z.array(z.string()),
});

export type GameFilters = z.infer<typeof gameFilters>;

export const gameLettersQuery = z.object({
  sort: z.enum(['titleAsc', 'titleDesc']).default('titleAsc'),
  ...catalogueFilter,
});

/** The position of the first game of each letter in the filtered list, counted from 0, in the order of the list. */
export const gameLetters = z.object({
  letters: z.array(z.object({ letter: z.string(), position: z.number().int() })),
});

export const gamesResponse = z.object({
  games: z.array(gameListItem),
  ...pagePlace,
  totalGames: z.number().int(),
  /** How many of them match the search exactly. The games after these have similar titles. */
  exactGames: z.number().int(),
});

export const gameCheckQuery = z.object({ title, platform });

export const gameCheckResponse = z.object({
  exists: z.boolean(),
  platformExists: z.boolean(),
  /** Null if the game does not exist. */
  gameId: z.string().nullable(),
});
