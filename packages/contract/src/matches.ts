// Which game of which metadata provider a game of ours is: the picker, the offer field by field, and the list of games that
// were matched by themselves, wait for a human, or have no match.
import { z } from 'zod';
import { editableFields, gameEdit } from './game-edit.ts';
import { game } from './games.ts';
import { type ProviderId, providerId, providerIds } from './metadata.ts';
import { line, text, time } from './text.ts';

/** Why a match is as likely as it is. */
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

/** `steam:220`; `steam:220+igdb:233` where two sources know the game: the first one's facts, and the others' where it has none. */
export const matchId = z
  .string()
  .trim()
  .max(100, 'must not be longer than 100 characters')
  .regex(new RegExp(`^${entry}(?:\\+${entry}){0,${providerIds.length - 1}}$`), 'is not the id of a match');

export function matchIdOf(entries: readonly { source: ProviderId; id: string }[]): string {
  return entries.map(({ source, id }) => `${source}:${id}`).join('+');
}

/** `id` as `matchId` takes it. */
export function entriesOf(id: string): { source: ProviderId; id: string }[] {
  return id.split('+').map((part) => {
    const [source = '', of = ''] = part.split(':');
    return { source: source as ProviderId, id: of };
  });
}

export const match = z
  .object({
    id: z.string(),
    /** The provider whose facts come first. */
    source: providerId,
    /** All that know the game, that one first. */
    sources: z.array(providerId),
    name: z.string(),
    /** Whole; pages cut it at 100 characters (`limits.matchSummaryMax`). */
    summary: z.string(),
    /** An address of ours, good for a day: no page loads anything from a third party. */
    coverUrl: z.string().nullable(),
    developer: z.string().nullable(),
    publisher: z.string().nullable(),
    year: z.number().int().nullable(),
    /** In the provider's words. */
    platforms: z.array(z.string()),
    /** 0 to 1. */
    confidence: z.number(),
    reasons: z.array(z.enum(matchReasons)),
  })
  .meta({ id: 'Match' });
export type Match = z.infer<typeof match>;

/** A provider that could not be asked; `message` is plain English, ready to show. */
const failure = z.object({ source: providerId.nullable(), message: z.string() });

export const rescrapeBody = z.object({
  /** To search by another title than the game's. */
  title: line(200).optional(),
});

/** Best first. `failures` also says that no provider is set up (`source` is null then). */
export const rescrapeResponse = z.object({
  matches: z.array(match),
  failures: z.array(failure),
  /** By one provider at least; without it nothing is known of whether there are matches. */
  isAnswered: z.boolean(),
});
export type RescrapeResponse = z.infer<typeof rescrapeResponse>;

export const confirmBody = z
  .object({
    /** As `rescrape` gave it. With `source` the provider's own id will do. */
    selectedGameId: z.union([z.string(), z.int().positive().transform(String)]).optional(),
    source: providerId.optional(),
    /** What to take. Absent: all but the title and what a person has set. */
    fields: z.array(z.enum(editableFields)).max(editableFields.length).optional(),
    /** Of the game as it was when the choice was made; with another one than it has now nothing is changed. */
    revision: z.int().optional(),
    /** In place of a match: facts written by hand. */
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

/** The game; `notices` say what could not be had, such as a picture: plain English, ready to show. */
export const confirmResponse = game.extend({ notices: z.array(z.string()) });

export const offerQuery = z.object({ id: matchId });

/** Of a field: text, number, day, list of texts, or nothing. Pictures are addresses of ours. */
const fieldValue = z.union([z.string(), z.number(), z.array(z.string())]).nullable();

/** What a match would bring, beside what is there; fields it knows nothing of are absent. */
export const offer = z.object({
  match: match.pick({ id: true, source: true, sources: true, name: true, year: true }),
  revision: z.number().int(),
  fields: z.array(
    z.object({
      field: z.enum(editableFields),
      current: fieldValue,
      offered: fieldValue,
      isSame: z.boolean(),
      /** Set by a person. */
      isEdited: z.boolean(),
      /** Whether it is taken when nothing is said. */
      isTaken: z.boolean(),
    }),
  ),
  failures: z.array(failure),
});
export type Offer = z.infer<typeof offer>;

/** `left`: a human has said to leave it. A game that was never searched for has no state. */
export const matchStates = ['queued', 'searching', 'matched', 'review', 'none', 'failed', 'left'] as const;
export const matchState = z.enum(matchStates);
export type MatchState = z.infer<typeof matchState>;

const status = z.object({
  state: matchState,
  /** Plain English, ready to show: why it is so. Empty for a game that waits. */
  reason: z.string(),
  /** Searched again by itself then. */
  dueAt: time.nullable(),
  updatedAt: time,
  /** The match its facts come from, such as `steam:220`, with the providers' names: `Steam`. */
  matchId: z.string().nullable(),
  sources: z.array(z.string()),
  /** Of the match, as it was taken; null where a human took it. */
  confidence: z.number().nullable(),
  /** The best that were found; all of them with `GET /api/games/:id/match`. */
  candidates: z.array(match),
  /** Taken by itself, and what it brought can be taken back. */
  canUndo: z.boolean(),
});

export const gameMatch = z.object({ match: status.nullable() });
export type GameMatch = z.infer<typeof gameMatch>;

export const matchesQuery = z.object({
  state: matchState.default('review'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});

export const listedMatch = status.extend({
  gameId: z.string(),
  title: z.string(),
  boxArtUrl: z.string().nullable(),
  boxArtThumbhash: z.string().nullable(),
});
export type ListedMatch = z.infer<typeof listedMatch>;

/** Of the last scan. It runs as long as some are left. */
const scan = z.object({
  startedAt: time,
  total: z.number().int(),
  left: z.number().int(),
});

/** The latest change first. */
export const matchesResponse = z.object({
  matches: z.array(listedMatch),
  counts: z.record(matchState, z.number().int()),
  scan: scan.nullable(),
  currentPage: z.number().int(),
  totalPages: z.number().int(),
});
export type MatchesResponse = z.infer<typeof matchesResponse>;

/** How many games the deed was done to. */
export const gamesQueued = z.object({ queued: z.number().int() });
export const scanCancelled = z.object({ cancelled: z.number().int() });

/** Sealed by us: it names a picture of a provider's, and nothing else is ever fetched. */
export const pictureQuery = z.object({ of: text(4000) });
