// Requests: the games that members wish for, with votes and comments.
import { z } from 'zod';
import { providerId } from '../games/metadata.ts';
import { limits } from '../rules/limits.ts';
import { id, line, optionalLine, pageNumber, text, time, title } from '../text.ts';
import { requestFilters, requestSorts, requestStates } from './rules/requests.ts';

const state = z.enum(requestStates);

const year = z.number().int().min(1950).max(2100);

/** A game of a metadata provider, sealed by the server, so that nobody can make up its facts and pictures. */
const sealedCandidate = z.string().regex(/^[\w.-]{1,8000}$/, 'is not a candidate');

export const newRequestBody = z.object({
  /** Ignored with a candidate, as is the year. */
  title,
  year: year.nullable().default(null),
  /** The platform that the member wishes for. May be empty. */
  platform: optionalLine(60).default(''),
  note: text(limits.requestNoteMax).default(''),
  candidate: sealedCandidate.optional(),
});
export type NewRequest = z.output<typeof newRequestBody>;

export const gameRequest = z
  .object({
    _id: z.string(),
    title: z.string(),
    year: z.number().int().nullable(),
    platform: z.string(),
    note: z.string(),
    /** The cover of the game, or else of the provider's candidate. */
    coverUrl: z.string().nullable(),
    coverThumbhash: z.string().nullable(),
    state,
    /** When it got its state. */
    stateAt: time,
    /** Why it was declined, otherwise empty. */
    reason: z.string(),
    /** The game that fulfils it, if the reader may see the game. */
    game: z.object({ _id: z.string(), title: z.string() }).nullable(),
    /** The name of the member. Null if the account was deleted. */
    requestedBy: z.string().nullable(),
    isOwn: z.boolean(),
    createdAt: time,
    votes: z.number().int(),
    hasVoted: z.boolean(),
    comments: z.number().int(),
  })
  .meta({ id: 'GameRequest' });
export type GameRequest = z.infer<typeof gameRequest>;

export const requestsQuery = z.object({
  page: pageNumber,
  show: z.enum(requestFilters).default('waiting'),
  sort: z.enum(requestSorts).default('votes'),
  /** Part of the title, in any case and with or without accents. */
  search: optionalLine(200).default(''),
});
export type RequestsQuery = z.output<typeof requestsQuery>;

export const gameRequests = z.object({
  requests: z.array(gameRequest),
  total: z.number().int(),
  currentPage: z.number().int(),
  totalPages: z.number().int(),
  /** How many requests wait for an admin's first decision, whatever the filter. */
  open: z.number().int(),
});
export type GameRequests = z.infer<typeof gameRequests>;

/** `isNew` is false if the game was requested before: then the member has voted for that request. */
export const requestCreated = z.object({ request: gameRequest, isNew: z.boolean() });

export const candidatesQuery = z.object({ title: line(200) });

export const requestCandidate = z
  .object({
    /** To be sent with the request. */
    candidate: z.string(),
    title: z.string(),
    year: z.number().int().nullable(),
    coverUrl: z.string().nullable(),
    developer: z.string().nullable(),
    sources: z.array(providerId),
  })
  .meta({ id: 'RequestCandidate' });
export type RequestCandidate = z.infer<typeof requestCandidate>;

export const requestCandidates = z.object({
  candidates: z.array(requestCandidate),
  /** False if no provider has answered: all are paused, unreachable or not set up. */
  isAnswered: z.boolean(),
});
export type RequestCandidates = z.infer<typeof requestCandidates>;

/** An admin's decision. `open` takes an answer back. */
export const requestDecision = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['open', 'accepted', 'on_its_way']) }),
  z.object({ state: z.literal('declined'), reason: line(limits.requestReasonMax) }),
  z.object({ state: z.literal('fulfilled'), gameId: id }),
]);
export type RequestDecision = z.infer<typeof requestDecision>;

export const commentParams = z.object({ id, commentId: id });

export const commentBody = z.object({
  text: text(limits.requestCommentMax).refine((value) => /\S/u.test(value), 'is required'),
});

export const requestComment = z
  .object({
    _id: z.string(),
    text: z.string(),
    createdAt: time,
    /** The name of the member. */
    by: z.string(),
    isOwn: z.boolean(),
  })
  .meta({ id: 'RequestComment' });
export type RequestComment = z.infer<typeof requestComment>;

export const commentsQuery = z.object({
  /** The id of a comment: lists those before it. */
  before: id.optional(),
});

/** Newest first. */
export const requestComments = z.object({ comments: z.array(requestComment), hasMore: z.boolean() });
export type RequestComments = z.infer<typeof requestComments>;
