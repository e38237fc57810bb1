import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { providerId } from '../games/metadata.ts';
import { limits } from '../rules/limits.ts';
import {
  done,
  id,
  idParams,
  line,
  named,
  optionalLine,
  pageNumber,
  pagePlace,
  text,
  time,
  title,
} from '../text.ts';
import { requestFilters, requestSorts, requestStates } from './rules/requests.ts';

// Requests: the games that members wish for, with votes and comments.

const state = z.enum(requestStates);

const year = z.number().int().min(1950).max(2100);

/** A game of a metadata provider, sealed by the server, so that nobody can make up its facts and pictures. */
const sealedCandidate = z.string().regex(/^[\w.-]{1,8000}$/, 'is not a candidate');

const newRequestBody = z.object({
  /** Ignored with a candidate, as is the year. */
  title,
  year: year.nullable().default(null),
  /** The platform that the member wishes for. May be empty. */
  platform: optionalLine(60).default(''),
  note: text(limits.requestNoteMax).default(''),
  candidate: sealedCandidate.optional(),
});
export type NewRequest = z.output<typeof newRequestBody>;

const gameRequest = named('GameRequest', {
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
});
export type GameRequest = z.infer<typeof gameRequest>;

const requestsQuery = z.object({
  page: pageNumber,
  show: z.enum(requestFilters).default('waiting'),
  sort: z.enum(requestSorts).default('votes'),
  /** Part of the title, in any case and with or without accents. */
  search: optionalLine(200).default(''),
});
export type RequestsQuery = z.output<typeof requestsQuery>;

const gameRequests = z.object({
  requests: z.array(gameRequest),
  total: z.number().int(),
  ...pagePlace,
  /** How many requests wait for an admin's first decision, whatever the filter. */
  open: z.number().int(),
});
export type GameRequests = z.infer<typeof gameRequests>;

/** `isNew` is false if the game was requested before: then the member has voted for that request. */
const requestCreated = z.object({ request: gameRequest, isNew: z.boolean() });

const candidatesQuery = z.object({ title: line(200) });

const requestCandidate = named('RequestCandidate', {
  /** To be sent with the request. */
  candidate: z.string(),
  title: z.string(),
  year: z.number().int().nullable(),
  coverUrl: z.string().nullable(),
  developer: z.string().nullable(),
  sources: z.array(providerId),
});
export type RequestCandidate = z.infer<typeof requestCandidate>;

const requestCandidates = z.object({
  candidates: z.array(requestCandidate),
  /** False if no provider has answered: all are paused, unreachable or not set up. */
  isAnswered: z.boolean(),
});
export type RequestCandidates = z.infer<typeof requestCandidates>;

/** An admin's decision. `open` takes an answer back. */
const requestDecision = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['open', 'accepted', 'on_its_way']) }),
  z.object({ state: z.literal('declined'), reason: line(limits.requestReasonMax) }),
  z.object({ state: z.literal('fulfilled'), gameId: id }),
]);
export type RequestDecision = z.infer<typeof requestDecision>;

const commentParams = z.object({ id, commentId: id });

const commentBody = z.object({
  text: text(limits.requestCommentMax).refine((value) => /\S/u.test(value), 'is required'),
});

const requestComment = named('RequestComment', {
  _id: z.string(),
  text: z.string(),
  createdAt: time,
  /** The name of the member. */
  by: z.string(),
  isOwn: z.boolean(),
});
export type RequestComment = z.infer<typeof requestComment>;

const commentsQuery = z.object({
  /** The id of a comment: lists those before it. */
  before: id.optional(),
});

/** Newest first. */
const requestComments = z.object({ comments: z.array(requestComment), hasMore: z.boolean() });
export type RequestComments = z.infer<typeof requestComments>;

export const requestsEndpoints = {
  listRequests: endpoint('GET', '/api/requests', 'member', {
    summary: 'Requests for games, by votes or newest first',
    query: requestsQuery,
    response: gameRequests,
  }),
  findRequestCandidates: endpoint('GET', '/api/requests/candidates', 'member', {
    summary: 'Games of the metadata providers with this title. Limited per member and hour',
    query: candidatesQuery,
    response: requestCandidates,
  }),
  getRequest: endpoint('GET', '/api/requests/:id', 'member', {
    summary: 'A request for a game',
    params: idParams,
    response: gameRequest,
  }),
  createRequest: endpoint('POST', '/api/requests', 'member', {
    summary: 'Request a game, or vote for it if it was requested before',
    body: newRequestBody,
    response: requestCreated,
    status: 201,
  }),
  deleteRequest: endpoint('DELETE', '/api/requests/:id', 'member', {
    summary: 'Delete a request: admins any, members their own one while nobody else has voted for it',
    params: idParams,
    response: done,
  }),
  voteForRequest: endpoint('PUT', '/api/requests/:id/vote', 'member', {
    summary: 'Vote for a request. Voting twice counts once',
    params: idParams,
    response: gameRequest,
  }),
  unvoteRequest: endpoint('DELETE', '/api/requests/:id/vote', 'member', {
    summary: 'Take a vote back',
    params: idParams,
    response: gameRequest,
  }),
  decideRequest: endpoint('PUT', '/api/requests/:id/state', 'admin', {
    summary: 'Accept, decline, fulfil or reopen a request, or mark it as on its way',
    params: idParams,
    body: requestDecision,
    response: gameRequest,
  }),
  listRequestComments: endpoint('GET', '/api/requests/:id/comments', 'member', {
    summary: 'Comments on a request, newest first',
    params: idParams,
    query: commentsQuery,
    response: requestComments,
  }),
  addRequestComment: endpoint('POST', '/api/requests/:id/comments', 'member', {
    summary: 'Comment on a request',
    params: idParams,
    body: commentBody,
    response: requestComment,
    status: 201,
  }),
  deleteRequestComment: endpoint('DELETE', '/api/requests/:id/comments/:commentId', 'member', {
    summary: 'Delete a comment: admins any, members their own ones',
    params: commentParams,
    response: done,
  }),
};
