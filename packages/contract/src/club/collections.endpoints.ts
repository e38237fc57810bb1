import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gameListItem, gamesResponse } from '../games/games.ts';
import { limits } from '../rules/limits.ts';
import { done, id, idParams, line, named, optionalLine, pageNumber, pagePlace, text, time } from '../text.ts';
import { collectionGroups, collectionKinds, nightAnswers } from './rules/collections.ts';
import { filterValues } from './saved-filters.endpoints.ts';

// LAN nights: collections with a date. Who comes, and who has downloaded which of the games. Only those who have said that they come are
// named, because saying so is their consent.

const nightAnswerBody = z.object({
  /** Null takes the answer back. */
  answer: z.enum(nightAnswers).nullable(),
});

const lanNight = named('LanNight', {
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
});
export type LanNight = z.infer<typeof lanNight>;

const nightGamesQuery = z.object({ page: pageNumber });

const nightGames = z.object({
  games: z.array(
    gameListItem.extend({
      /** The names of the guests who have downloaded the game, without the reader. */
      owners: z.array(z.string()),
      /** Whether the reader has downloaded it. */
      isYours: z.boolean(),
    }),
  ),
  totalGames: z.number().int(),
  ...pagePlace,
});
export type NightGames = z.infer<typeof nightGames>;

// Collections of games: of the club, of a member alone, or shared by a member. A collection with a date is a LAN night.

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
const collectionChange = z.object({ ...facts, filter: collectionFilter }).partial();
export type CollectionChange = z.output<typeof collectionChange>;

const collection = named('Collection', {
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
});
export type Collection = z.infer<typeof collection>;

const collectionsQuery = z.object({ page: pageNumber, show: z.enum(collectionGroups) });
export type CollectionsQuery = z.output<typeof collectionsQuery>;

const collections = z.object({
  collections: z.array(collection),
  total: z.number().int(),
  ...pagePlace,
});
export type Collections = z.infer<typeof collections>;

/** What the home page shows of collections. */
const homeCollections = z.object({
  collections: z.array(collection),
  /** The LAN night that begins next, if it begins soon. */
  nextNight: collection.nullable(),
});
export type HomeCollections = z.infer<typeof homeCollections>;

const editableQuery = z.object({ game: id.optional() });

/** The lists that the reader may add games to, without their games. */
const editableCollections = z.object({
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

const collectionGamesQuery = z.object({
  page: pageNumber,
  limit: z.coerce.number().int().min(1).max(limits.gamesPerPageMax).default(limits.collectionGamesPerPage),
});
export type CollectionGamesQuery = z.output<typeof collectionGamesQuery>;

const gamesToAdd = z.object({ games: gameIds.min(1) });

/** Games that were in the collection already are not counted. */
const gamesAdded = z.object({ added: z.number().int() });

const collectionGameParams = z.object({ id, gameId: id });

/** The game of the collection before which the game is to be. Null: at the end. */
const gamePlace = z.object({ before: id.nullable() });

export const collectionsEndpoints = {
  listCollections: endpoint('GET', '/api/collections', 'member', {
    summary: 'One part of the collections that you may see',
    query: collectionsQuery,
    response: collections,
  }),
  homeCollections: endpoint('GET', '/api/home/collections', 'member', {
    summary: 'The collections of the home page, and the next LAN night',
    response: homeCollections,
  }),
  editableCollections: endpoint('GET', '/api/editable-collections', 'member', {
    summary: 'The lists that you may add games to, and which of them have a game',
    query: editableQuery,
    response: editableCollections,
  }),
  createCollection: endpoint('POST', '/api/collections', 'member', {
    summary: 'Make a collection: for yourself, shared with all members, or as an admin for the club',
    body: newCollection,
    status: 201,
    response: collection,
  }),
  getCollection: endpoint('GET', '/api/collections/:id', 'member', {
    summary: 'One collection, without its games',
    params: idParams,
    response: collection,
  }),
  changeCollection: endpoint('PUT', '/api/collections/:id', 'member', {
    summary: 'Change some facts of a collection. Admins may also stop sharing what members share',
    params: idParams,
    body: collectionChange,
    response: collection,
  }),
  deleteCollection: endpoint('DELETE', '/api/collections/:id', 'member', {
    summary: 'Delete a collection: your own, as an admin also shared ones and the club’s',
    params: idParams,
    response: done,
  }),
  listCollectionGames: endpoint('GET', '/api/collections/:id/games', 'member', {
    summary: 'One page of the games of a collection, in its order',
    params: idParams,
    query: collectionGamesQuery,
    response: gamesResponse,
  }),
  addToCollection: endpoint('POST', '/api/collections/:id/games', 'member', {
    summary: 'Add games at the end of a collection. Unknown games are left out',
    params: idParams,
    body: gamesToAdd,
    response: gamesAdded,
  }),
  placeInCollection: endpoint('PUT', '/api/collections/:id/games/:gameId', 'member', {
    summary: 'Move a game of a collection before another one, or to the end',
    params: collectionGameParams,
    body: gamePlace,
    response: done,
  }),
  removeFromCollection: endpoint('DELETE', '/api/collections/:id/games/:gameId', 'member', {
    summary: 'Remove a game from a collection',
    params: collectionGameParams,
    response: done,
  }),
  getNight: endpoint('GET', '/api/collections/:id/night', 'member', {
    summary: 'Who comes to a LAN night, and which of its games you have not downloaded',
    params: idParams,
    response: lanNight,
  }),
  answerNight: endpoint('PUT', '/api/collections/:id/night', 'member', {
    summary:
      'Say whether you come to a LAN night. Who comes shows the others which of its games they have downloaded',
    params: idParams,
    body: nightAnswerBody,
    response: lanNight,
  }),
  listNightGames: endpoint('GET', '/api/collections/:id/night/games', 'member', {
    summary: 'One page of the games of a LAN night, with those guests who have downloaded each',
    params: idParams,
    query: nightGamesQuery,
    response: nightGames,
  }),
};
