// The fields of a game that an admin can edit. Other fields of the body are ignored, so a client may send a whole game.
import { z } from 'zod';
import { limits } from '../rules/limits.ts';
import { foldText } from '../rules/sort.ts';
import { id, line, named, optionalLine, text, title } from '../text.ts';
import { artworkPath } from './rules/artwork.ts';
import { platform } from './rules/platforms.ts';
import { mostPlayers, orderedModes, playModes } from './rules/play-modes.ts';
import { storedVideoLink, videoIdOf } from './rules/videos.ts';

/** The possible values of `Game.editedFields`. */
export const editableFields = [
  'title',
  'description',
  'releaseDate',
  'developer',
  'publisher',
  'genres',
  'rating',
  'ratingCount',
  'ageRating',
  'franchise',
  'collection',
  'modes',
  'maxPlayers',
  'boxArtUrl',
  'gameplayImages',
  'videos',
] as const;

export type EditableField = (typeof editableFields)[number];

/** Removes each value whose key has occurred before. */
function uniqueBy(values: string[], keyOf: (value: string) => string): string[] {
  const first = new Map<string, string>();
  for (const value of values) {
    const key = keyOf(value);
    if (!first.has(key)) first.set(key, value);
  }
  return [...first.values()];
}

function listOf(item: z.ZodType<string>, max: number, keyOf: (value: string) => string) {
  return z
    .array(item)
    .transform((values) => uniqueBy(values, keyOf))
    .refine(({ length }) => length <= max, `must not have more than ${max} entries`);
}

/** An empty text becomes null. */
export const fact = optionalLine(200)
  .transform((value) => value || null)
  .nullable();

/** The address of a stored picture. Pages load no pictures from third parties, so other addresses are refused. */
const pictureUrl = z.string().regex(artworkPath, 'must be the address of an uploaded picture');

const noVideo = 'must be a link to a video on YouTube';

const videoLink = line(500)
  .pipe(z.url({ protocol: /^https$/, error: noVideo }))
  .transform(storedVideoLink)
  .refine((link) => videoIdOf(link) !== undefined, noVideo);

const notPlayers = 'must be 1 to 1,000';

const shape = {
  title,
  description: text(limits.gameDescriptionMax),
  releaseDate: z.iso.date('must be a day like 2001-12-31').nullable(),
  developer: fact,
  publisher: fact,
  genres: listOf(line(100), limits.genresPerGame, foldText),
  /** Rounded to two decimals. */
  rating: z
    .number()
    .min(0, 'must be 0 to 100')
    .max(100, 'must be 0 to 100')
    .transform((value) => Math.round(value * 100) / 100)
    .nullable(),
  ratingCount: z.int().min(0, 'must be at least 0').max(2_147_483_647, 'is too large').nullable(),
  ageRating: fact,
  franchise: fact,
  collection: fact,
  modes: z.array(z.enum(playModes)).transform(orderedModes),
  maxPlayers: z.int('must be a whole number').min(1, notPlayers).max(mostPlayers, notPlayers).nullable(),
  boxArtUrl: pictureUrl.nullable(),
  gameplayImages: listOf(pictureUrl, limits.imagesPerGame, (url) => url),
  videos: listOf(videoLink, limits.videosPerGame, (link) => videoIdOf(link) ?? link),
} satisfies Record<EditableField, z.ZodType>;

/** Absent fields do not change. */
export const gameEdit = named('GameEdit', {
  ...z.object(shape).partial().shape,
  /**
   * The revision of the game at the start of the editing. If the game has changed since, the edit is refused
   * (`edit_conflict`).
   */
  revision: z.int().optional(),
});

export type GameEdit = z.infer<typeof gameEdit>;

export type GameChanges = Omit<GameEdit, 'revision'>;

export const gameFileParams = z.object({ id, platform });
