// Matches between Cellar's games and those of metadata providers: the picker, the comparison field by field, and the admin's
// list of matches by state.
import { z } from 'zod';
import { id, line, named, pageNumber, pagePlace, text, time } from '../text.ts';
import { editableFields, gameEdit } from './game-edit.ts';
import { game } from './games.ts';
import { type ProviderId, providerId, providerIds } from './metadata.ts';

/** The reasons that raise or lower the confidence of a match. */
export const matchReasons = [
  'pinned',
  'sameTitle',
  'closeTitle',
  'mainTitle',
  'someWords',
  'alternativeTitle',
  'otherNumber',
  'otherEdition',
  'notAGame',
  'sameYear',
  'otherYear',
  'unknownYear',
] as const;

const entry = `(?:${providerIds.join('|')}):[1-9]\\d{0,11}`;

/** `steam:220`, or `steam:220+igdb:233` if several providers know the game. Later providers only fill in missing facts. */
export const matchId = z
  .string()
  .trim()
  .max(100, 'must not be longer than 100 characters')
  .regex(new RegExp(`^${entry}(?:\\+${entry}){0,${providerIds.length - 1}}$`), 'is not the id of a match');

export function matchIdOf(entries: readonly { source: ProviderId; id: string }[]): string {
  return entries.map(({ source, id }) => `${source}:${id}`).join('+');
}

/** Splits a valid `matchId`. */
export function entriesOf(id: string): { source: ProviderId; id: string }[] {
  return id.split('+').map((part) => {
    const [source = '', of = ''] = part.split(':');
    return { source: source as ProviderId, id: of };
  });
}

export const match = named('Match', {
  id: z.string(),
  /** The provider whose facts come first. */
  source: providerId,
  /** All providers that know the game; `source` comes first. */
  sources: z.array(providerId),
  name: z.string(),
  /** The whole summary. The page shows the first 100 characters (`limits.matchSummaryMax`). */
  summary: z.string(),
  /** An address on this server, valid for a day. Pages load nothing from third parties. */
  coverUrl: z.string().nullable(),
  developer: z.string().nullable(),
  publisher: z.string().nullable(),
  year: z.number().int().nullable(),
  /** As the provider names them. */
  platforms: z.array(z.string()),
  /** 0 to 1. */
  confidence: z.number(),
  reasons: z.array(z.enum(matchReasons)),
  /** An admin has chosen this game for the same name before. */
  isChosenBefore: z.boolean(),
});
export type Match = z.infer<typeof match>;

/** A provider that failed. `source` is null if none is set up. `message` is plain English that can be shown to people. */
const failure = z.object({ source: providerId.nullable(), message: z.string() });

export const rescrapeBody = z.object({
  /** The title to search for, instead of the title of the game. */
  title: line(200).optional(),
});

/** Best match first. */
export const rescrapeResponse = z.object({
  matches: z.array(match),
  failures: z.array(failure),
  /** At least one provider answered. Even if none did, there may be matches. */
  isAnswered: z.boolean(),
});
export type RescrapeResponse = z.infer<typeof rescrapeResponse>;

export const confirmBody = z
  .object({
    /** The `id` of a match, or the id that the provider in `source` uses. */
    selectedGameId: z.union([z.string(), z.int().positive().transform(String)]).optional(),
    source: providerId.optional(),
    /** The fields to apply. Default: all except the title and the fields that a person has set. */
    fields: z.array(z.enum(editableFields)).max(editableFields.length).optional(),
    /** The revision of the game on which the choice was based. If the game has changed since, nothing is applied. */
    revision: z.int().optional(),
    /** Custom facts instead of a match. */
    customMetadata: gameEdit.optional(),
  })
  .transform(({ selectedGameId, source, ...rest }) => ({
    ...rest,
    matchId:
      selectedGameId && source && !selectedGameId.includes(':')
        ? `${source}:${selectedGameId}`
        : selectedGameId,
  }))
  .refine(
    ({ matchId: chosen, customMetadata }) => (chosen === undefined) !== (customMetadata === undefined),
    'selectedGameId or customMetadata is required',
  )
  .refine(({ matchId: chosen }) => chosen === undefined || matchId.safeParse(chosen).success, {
    message: 'is not the id of a match',
    path: ['selectedGameId'],
  });

/** `notices` name everything that could not be loaded, such as a picture, in plain English that can be shown to people. */
export const confirmResponse = game.extend({ notices: z.array(z.string()) });

export const offerQuery = z.object({ id: matchId });

/** A text, a number, a day, a list of texts, or null. Pictures are represented by addresses on this server. */
const fieldValue = z.union([z.string(), z.number(), z.array(z.string())]).nullable();

/** The values that a match would set, beside the current ones. Fields without a value in the match are omitted. */
export const offer = z.object({
  match: match.pick({ id: true, source: true, sources: true, name: true, year: true }),
  revision: z.number().int(),
  fields: z.array(
    z.object({
      field: z.enum(editableFields),
      current: fieldValue,
      offered: fieldValue,
      isSame: z.boolean(),
      /** A person has set the field. */
      isEdited: z.boolean(),
      /** The field is applied by default. */
      isTaken: z.boolean(),
    }),
  ),
  failures: z.array(failure),
});
export type Offer = z.infer<typeof offer>;

/** `left`: an admin decided to leave the game without metadata. Games that were never searched for have no state. */
export const matchStates = ['queued', 'searching', 'matched', 'review', 'none', 'failed', 'left'] as const;
export const matchState = z.enum(matchStates);
/** From these states a game can be ignored and put back. In others, it is searched for again instead. */
export const restorableStates: readonly (typeof matchStates)[number][] = ['review', 'none', 'failed'];
export type MatchState = z.infer<typeof matchState>;

const status = z.object({
  state: matchState,
  /** The reason for the state, in plain English that can be shown to people. Empty for queued games. */
  reason: z.string(),
  /** The time of the next automatic search. */
  dueAt: time.nullable(),
  updatedAt: time,
  /** The match from which the facts come, such as `steam:220`. `sources` are the names of its providers, such as `Steam`. */
  matchId: z.string().nullable(),
  sources: z.array(z.string()),
  /** What its provider calls the game, with the year if it is known. Null if the name was not kept. */
  matchName: z.string().nullable(),
  /** The confidence of an automatic match. Null if a person chose the match. */
  confidence: z.number().nullable(),
  /** Best first, at most eight, without those that an admin has refused for the game's name. */
  candidates: z.array(match),
  /** The match, or the admin's refusal of all candidates, can be undone. False if an earlier version did not record how. */
  canUndo: z.boolean(),
});

export const gameMatch = z.object({ match: status.nullable() });
export type GameMatch = z.infer<typeof gameMatch>;

/** `kept`: the fields that were changed after the match, so undoing it left them as they are. */
export const undoneMatch = gameMatch.extend({ kept: z.array(z.enum(editableFields)) });
export type UndoneMatch = z.infer<typeof undoneMatch>;

export const matchesQuery = z.object({
  state: matchState.default('review'),
  /** The `next` of the answer before. Default: from the start. */
  after: z
    .string()
    .max(120)
    .regex(/^[0-9TZ:.-]{20,40}~[A-Za-z0-9_-]{1,64}$/, 'is not the end of a list')
    .optional(),
});

export const listedMatch = status.extend({
  gameId: z.string(),
  title: z.string(),
  /** The game as it is now. Accepting a candidate with this revision fails if the game has changed since. */
  revision: z.number().int(),
  /** The name of the archive that the game was added with. */
  fileName: z.string().nullable(),
  platforms: z.array(z.string()),
  boxArtUrl: z.string().nullable(),
  boxArtThumbhash: z.string().nullable(),
});
export type ListedMatch = z.infer<typeof listedMatch>;

/** What waits longest comes first; for the states `matched` and `left`, the most recent one does. */
export const matchesResponse = z.object({
  matches: z.array(listedMatch),
  /** Where the list continues. Null at its end. */
  next: z.string().nullable(),
});
export type MatchesResponse = z.infer<typeof matchesResponse>;

/** The last scan. It is running while `left` is above 0. */
const scan = z.object({
  startedAt: time,
  total: z.number().int(),
  left: z.number().int(),
});

export const matchCounts = z.object({
  counts: z.record(matchState, z.number().int()),
  scan: scan.nullable(),
});
export type MatchCounts = z.infer<typeof matchCounts>;

export const waitingMatches = z.object({ waiting: z.number().int() });

export const gamesQueued = z.object({ queued: z.number().int() });
export const scanCancelled = z.object({ cancelled: z.number().int() });

/** The address of a provider's picture. The server has encrypted it, so that clients cannot make it fetch any other address. */
export const pictureQuery = z.object({ of: text(4000) });

/** What an admin has decided about a name, for the next game with this name. */
const learnedName = z.object({
  id,
  /** The name as it was read from the game's archive or title. */
  name: z.string(),
  /** The match that was chosen, such as `steam:220`, and what it is called. Null if only candidates were refused. */
  matchId: z.string().nullable(),
  matchName: z.string().nullable(),
  /** How many providers' games were refused for the name. */
  refused: z.number().int(),
  /** The email address of the admin. Null if the account is gone. */
  by: z.string().nullable(),
  learnedAt: time,
  /** How many games have been matched by it since. */
  uses: z.number().int(),
});
export type LearnedName = z.infer<typeof learnedName>;

export const learnedNamesQuery = z.object({ page: pageNumber });

/** Most recently learned first. */
export const learnedNamesResponse = z.object({
  names: z.array(learnedName),
  total: z.number().int(),
  ...pagePlace,
});
export type LearnedNamesResponse = z.infer<typeof learnedNamesResponse>;
