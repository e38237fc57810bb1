import type { Generated } from 'kysely';

export interface GamesTable {
  id: string;
  title: string;
  /** `titleKey(title)`: unique. That of a waiting game is private (db/waiting-key.ts). */
  titleKey: string;
  /** `foldText(title)`, for sorting and searching. */
  titleFold: string;
  description: string;
  /** The name of a picture (`ArtworksTable.name`). */
  boxArt: string | null;
  /** `YYYY-MM-DD`. */
  releaseDate: string | null;
  developer: string | null;
  publisher: string | null;
  /** 0 to 100. */
  rating: Generated<number | null>;
  ratingCount: Generated<number | null>;
  ageRating: Generated<string | null>;
  franchise: Generated<string | null>;
  collection: Generated<string | null>;
  /** JSON: `PlayMode[]` in the order of the contract. */
  modes: Generated<string>;
  /** 1 to 1,000. */
  maxPlayers: Generated<number | null>;
  /** Incremented by each edit. */
  revision: Generated<number>;
  /** JSON: the names (as in the contract) of the fields that a person has set. */
  editedFields: Generated<string>;
  /** 1: only admins see the game. */
  isHidden: Generated<number>;
  /** 1: holds a contribution that waits for an admin, is hidden, and has a title key that no other game can have (db/waiting-key.ts). */
  isWaiting: Generated<number>;
  createdAt: string;
  /** When the game becomes part of emails about new games. Null if it is not announced yet. */
  announcedAt: Generated<string | null>;
  /** The game's position among all announced games: unique and never reused. Null if never announced. */
  announcedNumber: Generated<number | null>;
}

export interface GameGenresTable {
  gameId: string;
  position: number;
  genre: string;
}

export interface GameMediaTable {
  gameId: string;
  kind: 'image' | 'video';
  position: number;
  /** The name of a picture, or the link to a video. */
  value: string;
}
