// Collections of games: of the club, of a member alone, or shared by a member. A collection with a date is a LAN night (lan-nights.ts).
import { z } from 'zod';
import { gameListItem } from '../games/games.ts';
import { limits } from '../rules/limits.ts';
import { id, line, optionalLine, pageNumber, text, time } from '../text.ts';
import { collectionGroups, collectionKinds, nightAnswers } from './rules/collections.ts';
import { filterValues } from './saved-filters.ts';

/**
 * The filter of a smart collection. Everybody who sees the collection sees the same games, so the parts that depend on the reader are
 * refused.
 */
export const collectionFilter = filterValues.omit({ mine: true, hide: true, added: true }).strict();
export type CollectionFilter = z.output<typeof collectionFilter>;

/** When a LAN night begins, in the one spelling of a time that sorts correctly. */
const beginning = time
  .transform((value) => new Date(value).toISOString())
  .refine((value) => value >= '2000' && value < '2200', 'must be a year between 2000 and 2199');

const facts = {
  name: line(limits.collectionNameMax),
  /** Plain text. */
  description: text(limits.collectionDescriptionMax),
  /** Whether all members see it. The club's collections are always seen by all. */
  isShared: z.boolean(),
  /** The date makes it a LAN night. Null for any other collection. */
  startsAt: beginning.nullable(),
  /** Where the LAN night is. May be empty. */
  place: optionalLine(limits.collectionPlaceMax),
};

const gameIds = z.array(id).max(limits.gamesPerAddition);

export const newCollection = z.object({
  ...facts,
  description: facts.description.default(''),
  isShared: facts.isShared.default(false),
  startsAt: facts.startsAt.default(null),
  place: facts.place.default(''),
  /** Only admins make collections for the club. */
  isClub: z.boolean().default(false),
  /** Makes it a smart collection, which has no games of its own. */
  filter: collectionFilter.nullable().default(null),
  /** Its first games, in this order. */
  games: gameIds.default([]),
});
export type NewCollection = z.output<typeof newCollection>;

/** Omitted fields stay as they are. Only smart collections have a filter. */
export const collectionChange = z.object({ ...facts, filter: collectionFilter }).partial();
export type CollectionChange = z.output<typeof collectionChange>;

export const collection = z
  .object({
    _id: z.string(),
    name: z.string(),
    description: z.string(),
    kind: z.enum(collectionKinds),
    /** Null for a list. */
    filter: collectionFilter.nullable(),
    /** The name of the member. Null for the club's. */
    owner: z.string().nullable(),
    isClub: z.boolean(),
    isOwn: z.boolean(),
    isShared: z.boolean(),
    /** Whether the reader may change it: its owner, and admins the club's. */
    mayEdit: z.boolean(),
    /** Whether the reader may delete it: also admins what members share. */
    mayDelete: z.boolean(),
    /** The number of its games. */
    games: z.number().int(),
    /** Its first games, for its picture. */
    covers: z.array(gameListItem.pick({ title: true, boxArtUrl: true, boxArtThumbhash: true })),
    startsAt: time.nullable(),
    place: z.string(),
    /** How many members come to the LAN night, and the reader's own answer. */
    coming: z.number().int(),
    answer: z.enum(nightAnswers).nullable(),
    createdAt: time,
  })
  .meta({ id: 'Collection' });
export type Collection = z.infer<typeof collection>;

export const collectionsQuery = z.object({ page: pageNumber, show: z.enum(collectionGroups) });
export type CollectionsQuery = z.output<typeof collectionsQuery>;

export const collections = z.object({
  collections: z.array(collection),
  total: z.number().int(),
  currentPage: z.number().int(),
  totalPages: z.number().int(),
});
export type Collections = z.infer<typeof collections>;

/** What the home page shows of collections. */
export const homeCollections = z.object({
  collections: z.array(collection),
  /** The LAN night that begins next, if it begins soon. */
  nextNight: collection.nullable(),
});
export type HomeCollections = z.infer<typeof homeCollections>;

export const editableQuery = z.object({ game: id.optional() });

/** The lists that the reader may add games to, without their games. */
export const editableCollections = z.object({
  collections: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      isClub: z.boolean(),
      startsAt: time.nullable(),
      /** Whether the game of the query is in it. */
      hasGame: z.boolean(),
    }),
  ),
});
export type EditableCollection = z.infer<typeof editableCollections>['collections'][number];

export const collectionGamesQuery = z.object({
  page: pageNumber,
  limit: z.coerce.number().int().min(1).max(limits.gamesPerPageMax).default(limits.collectionGamesPerPage),
});
export type CollectionGamesQuery = z.output<typeof collectionGamesQuery>;

export const gamesToAdd = z.object({ games: gameIds.min(1) });

/** Games that were in the collection already are not counted. */
export const gamesAdded = z.object({ added: z.number().int() });

export const collectionGameParams = z.object({ id, gameId: id });

/** The game of the collection before which the game is to be. Null: at the end. */
export const gamePlace = z.object({ before: id.nullable() });
