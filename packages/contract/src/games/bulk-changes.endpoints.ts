import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../rules/limits.ts';
import { bytes, done, id, idParams, line, named, time } from '../text.ts';
import { fact, gameEdit } from './game-edit.ts';
import { platform } from './rules/platforms.ts';

// Changes of many games at once, for admins: what can be changed, and what an answer says about it.

const ids = z
  .array(id)
  .min(1, 'must name at least one game')
  .max(limits.gamesPerBulkChange, `must not name more than ${limits.gamesPerBulkChange} games`);

const genres = gameEdit.shape.genres.unwrap();
const someGenres = genres.refine(({ length }) => length > 0, 'must have at least one entry');

/**
 * - `addGenres`, `removeGenres`: compare genres without regard to case and accents.
 * - `setDeveloper`, `setPublisher`: null or an empty text clears the field.
 * - `setVisibility`: only admins see hidden games.
 * - `changePlatform`: the files and extras for the platform `from` become files for `to`.
 * - `match`: queues games without a match for another search of the metadata providers.
 * - `delete`: deletes the games with everything that belongs to them.
 */
const bulkAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('addGenres'), genres: someGenres }),
  z.object({ kind: z.literal('removeGenres'), genres: someGenres }),
  z.object({ kind: z.literal('setGenres'), genres }),
  z.object({ kind: z.literal('setDeveloper'), value: fact }),
  z.object({ kind: z.literal('setPublisher'), value: fact }),
  z.object({ kind: z.literal('setVisibility'), isHidden: z.boolean() }),
  z
    .object({ kind: z.literal('changePlatform'), from: z.string().min(1).max(100), to: platform })
    .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must be another platform' }),
  z.object({ kind: z.literal('match') }),
  z.object({ kind: z.literal('delete') }),
]);
export type BulkAction = z.infer<typeof bulkAction>;

const bulkBody = z.object({ ids, action: bulkAction });

const bulkIdsBody = z.object({ ids });

const counted = z.object({ name: z.string(), games: z.int() });

/** What the named games have. Games that do not exist are not counted. */
const bulkSummary = named('BulkSummary', {
  games: z.int(),
  /** The first titles, in alphabetical order. */
  titles: z.array(z.string()),
  /** Platform files and extras in storage, and cheat files: what deleting the games destroys. */
  storedFiles: z.int(),
  storedBytes: bytes,
  /** Platform files and extras that stay in library folders when the games are deleted. */
  filesInPlace: z.int(),
  cheatFiles: z.int(),
  /** Uploads that have not finished. Deleting the games discards them. */
  openUploads: z.int(),
  /** Games that only admins see. */
  hidden: z.int(),
  /** Games that have a match, so that `match` skips them. */
  matched: z.int(),
  /** By the number of games, most first. At most 200 entries each. */
  platforms: z.array(counted),
  genres: z.array(counted),
});
export type BulkSummary = z.infer<typeof bulkSummary>;

const bulkKinds = [
  'addGenres',
  'removeGenres',
  'setGenres',
  'setDeveloper',
  'setPublisher',
  'setVisibility',
  'changePlatform',
  'match',
  'delete',
  'mergeGenres',
  'mergeCompanies',
] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** A change that was made, for the list of recent ones. */
const bulkChange = named('BulkChange', {
  _id: z.string(),
  kind: z.enum(bulkKinds),
  at: time,
  /** The email address of the admin. */
  actor: z.string(),
  /** The genres, the developer, the platform before, or the spellings that were merged. */
  from: z.array(z.string()),
  /** The platform after, the spelling that was kept, or `hidden` or `visible`. */
  to: z.string().nullable(),
  /** The number of games that changed. */
  games: z.int(),
  undoneAt: time.nullable(),
  undoneBy: z.string().nullable(),
  /** False once it is undone, and for what can't be undone. */
  canUndo: z.boolean(),
});
export type BulkChange = z.infer<typeof bulkChange>;

/** Newest first. Changes older than 30 days are forgotten. */
const bulkChanges = z.object({ changes: z.array(bulkChange) });

const skipReasons = [
  'platform_taken',
  'extra_taken',
  'upload_open',
  'too_many_genres',
  'matched',
  'searching',
  'changed_since',
] as const;
export type SkipReason = (typeof skipReasons)[number];

const bulkResult = named('BulkResult', {
  /** Null if no game changed: nothing is recorded then. */
  change: bulkChange.nullable(),
  changed: z.int(),
  /** Games that already are as asked. */
  unchanged: z.int(),
  /** Games that do not exist (any more). */
  missing: z.int(),
  skipped: z.int(),
  /** The first 50 games that were skipped, and why. */
  skippedGames: z.array(z.object({ _id: z.string(), title: z.string(), reason: z.enum(skipReasons) })),
});
export type BulkResult = z.infer<typeof bulkResult>;

/** Kinds of values with spellings. `company`: developers and publishers together. */
const spellingKinds = ['genre', 'company'] as const;
const spellingKind = z.enum(spellingKinds);
export type SpellingKind = (typeof spellingKinds)[number];

const spellingsQuery = z.object({ kind: spellingKind, search: z.string().max(200).default('') });

const spelling = z.object({
  value: z.string(),
  /** The number of games. A company counts each game once for developing and once for publishing it. */
  games: z.int(),
});
export type Spelling = z.infer<typeof spelling>;

const spellings = named('Spellings', {
  /** By the number of games, most first. At most 200 that contain the search. */
  values: z.array(spelling),
  /** The number of all values that contain the search. */
  total: z.int(),
  /** Groups of spellings that probably mean one thing, the most used spelling first. At most 50 groups. */
  suggestions: z.array(z.array(spelling)),
});
export type Spellings = z.infer<typeof spellings>;

const spellingText = (kind: SpellingKind) => line(kind === 'genre' ? 100 : 200);

function mergeOf<Kind extends SpellingKind>(kind: Kind) {
  return z.object({
    kind: z.literal(kind),
    /** The spellings to replace. */
    values: z.array(z.string().min(1).max(200)).min(1).max(100),
    keep: spellingText(kind),
    /** True: later metadata with one of the values gets the kept spelling, too. */
    remember: z.boolean().default(true),
  });
}

const mergeBody = z
  .discriminatedUnion('kind', [mergeOf('genre'), mergeOf('company')])
  .refine(({ values, keep }) => values.some((value) => value !== keep), {
    path: ['values'],
    message: 'must name another spelling than the one to keep',
  });
export type MergeBody = z.infer<typeof mergeBody>;

const mergePreview = z.object({
  /** The number of games that change. */
  games: z.int(),
  /** The first titles, in alphabetical order. */
  titles: z.array(z.string()),
});
export type MergePreview = z.infer<typeof mergePreview>;

/** In new metadata, `spelling` is replaced with `value`. */
const spellingRule = z
  .object({ _id: z.string(), kind: spellingKind, spelling: z.string(), value: z.string(), createdAt: time })
  .meta({ id: 'SpellingRule' });
export type SpellingRule = z.infer<typeof spellingRule>;

const spellingRules = z.object({ rules: z.array(spellingRule) });

/** 10,000 of the longest ids fit. */
const maxBodyBytes = 1024 ** 2;

export const bulkChangesEndpoints = {
  summarizeGames: endpoint('POST', '/api/admin/games/summary', 'admin', {
    summary: 'What up to 10,000 games have: files, sizes, platforms, genres; changes nothing',
    body: bulkIdsBody,
    maxBodyBytes,
    response: bulkSummary,
  }),
  changeGames: endpoint('POST', '/api/admin/games/change', 'admin', {
    summary: 'Change up to 10,000 games in one transaction; names the games that were skipped',
    body: bulkBody,
    maxBodyBytes,
    response: bulkResult,
  }),
  listBulkChanges: endpoint('GET', '/api/admin/bulk-changes', 'admin', {
    summary: 'The last 50 changes of many games, newest first',
    response: bulkChanges,
  }),
  undoBulkChange: endpoint('POST', '/api/admin/bulk-changes/:id/undo', 'admin', {
    summary: 'Undo a change of many games; keeps what was changed since, and names those games',
    params: idParams,
    response: bulkResult,
  }),
  listSpellings: endpoint('GET', '/api/admin/spellings', 'admin', {
    summary: 'Genres or companies with the number of their games, and likely spellings of one thing',
    query: spellingsQuery,
    response: spellings,
  }),
  previewMerge: endpoint('POST', '/api/admin/spellings/preview', 'admin', {
    summary: 'The games that merging spellings would change; changes nothing',
    body: mergeBody,
    response: mergePreview,
  }),
  mergeSpellings: endpoint('POST', '/api/admin/spellings/merge', 'admin', {
    summary: 'Replace spellings of a genre or company with one of them, in all games',
    body: mergeBody,
    response: bulkResult,
  }),
  listSpellingRules: endpoint('GET', '/api/admin/spellings/rules', 'admin', {
    summary: 'The spellings that are replaced in new metadata',
    response: spellingRules,
  }),
  deleteSpellingRule: endpoint('DELETE', '/api/admin/spellings/rules/:id', 'admin', {
    summary: 'Stop replacing a spelling; changes no game',
    params: idParams,
    response: done,
  }),
};
