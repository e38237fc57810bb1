import type { ContributionKind, ContributionState } from '@cellar/contract/club/rules/contributions.ts';

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
