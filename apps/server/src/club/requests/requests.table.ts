import type { RequestState } from '@cellar/contract/club/rules/requests.ts';
import type { Generated } from 'kysely';

export interface GameRequestsTable {
  id: string;
  title: string;
  /** `titleKey(title)`. With the year, unique among the requests that wait. */
  titleKey: string;
  /** `foldText(title)`, for searching. */
  titleFold: string;
  year: number | null;
  /** The platform that the member wishes for, or empty. */
  platform: string;
  note: string;
  /** JSON: the addresses of the candidate's cover at the providers, best first. */
  coverUrls: string;
  /** Null if the account was deleted. */
  requestedBy: string | null;
  createdAt: string;
  state: RequestState;
  stateAt: string;
  /** 1 in a state without an answer. */
  isWaiting: number;
  /** Why the request was declined, otherwise empty. */
  reason: string;
  /** The game that fulfils the request. Null again if the game is deleted. */
  gameId: string | null;
  /** Triggers keep both counts. */
  votes: Generated<number>;
  comments: Generated<number>;
  /** While voters are told of the state: the last member who was told, at first empty. Null otherwise. */
  toldThrough: Generated<string | null>;
}

/** A provider's game (`steam:220`) that a request means. */
export interface RequestCandidatesTable {
  entry: string;
  requestId: string;
}

/** A game with the title of a request that does not fulfil it: it was there before, or an admin has reopened the request. */
export interface RequestRefusalsTable {
  requestId: string;
  gameId: string;
}

export interface RequestVotesTable {
  requestId: string;
  userId: string;
}

/** Deleted with the account of their author. */
export interface RequestCommentsTable {
  id: string;
  requestId: string;
  userId: string;
  text: string;
  createdAt: string;
}
