import type { ContributionKind, ContributionState } from '@cellar/contract/club/contributions.endpoints.ts';
import type { NightAnswer } from '@cellar/contract/club/rules/collections.ts';
import type { PlayState } from '@cellar/contract/club/rules/marks.ts';
import type { RequestState } from '@cellar/contract/club/rules/requests.ts';
import type { Generated } from 'kysely';

export interface GameMarksTable {
  userId: string;
  gameId: string;
  favorite: Generated<number>;
  playState: PlayState | null;
  /** Counted in `gameLikes` by triggers. */
  liked: Generated<number>;
  note: Generated<string>;
  changedAt: string;
}

export interface GameLikesTable {
  gameId: string;
  likes: number;
}

export interface VisitsTable {
  userId: string;
  /** The last moment of the present visit. */
  seenAt: string;
  /** The last moment of the visit before. Null during the first visit. */
  previousAt: string | null;
}

export interface SavedFiltersTable {
  id: string;
  userId: string;
  name: string;
  /** JSON: `FilterValues` of the contract. */
  filter: string;
  createdAt: string;
}

export interface CollectionsTable {
  id: string;
  /** Null for the club's. */
  ownerId: string | null;
  name: string;
  /** The folded name. Unique for an owner, and for the club. */
  nameFold: string;
  description: string;
  /** JSON: `CollectionFilter` of the contract. Null for a list. */
  filter: string | null;
  /** When its owner shared it with all members. Null if it is private or the club's. */
  sharedAt: string | null;
  /** When the LAN night begins. Null for any other collection. */
  startsAt: string | null;
  place: string;
  createdAt: string;
}

export interface CollectionGamesTable {
  collectionId: string;
  gameId: string;
  /** The games are sorted by this number. There are gaps, so that a move changes one row (ADR 0030). */
  position: number;
}

export interface NightAnswersTable {
  collectionId: string;
  userId: string;
  answer: NightAnswer;
  answeredAt: string;
}

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

export interface ContributionsTable {
  id: string;
  /** The contributor. Null if the account was deleted. */
  userId: string | null;
  kind: ContributionKind;
  /** The title of the game when it was contributed or answered. */
  title: string;
  /**
   * While the contribution waits: the hidden game that holds its files. Once accepted: the game that has them. Null if that game
   * was deleted.
   */
  gameId: string | null;
  /** The game that a file or extra is for. Null for a new game, and if that game was deleted. */
  targetGameId: string | null;
  state: ContributionState;
  /** Why it was declined, otherwise empty. */
  reason: string;
  /** Once it is answered: the files and extras that it consisted of, as JSON (`ContributedFile[]`). Before, an empty list. */
  files: string;
  answeredBy: string | null;
  createdAt: string;
  answeredAt: string | null;
}

export interface FeedsTable {
  /** A part of the link; the other part is the signature of this id. Renewing the link replaces it. */
  id: string;
  /** A member has at most one feed. */
  userId: string;
  createdAt: string;
}
