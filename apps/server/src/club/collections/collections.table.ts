import type { NightAnswer } from '@cellar/contract/club/rules/collections.ts';

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
