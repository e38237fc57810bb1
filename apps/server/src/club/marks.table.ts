import type { PlayState } from '@cellar/contract/club/rules/marks.ts';
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
