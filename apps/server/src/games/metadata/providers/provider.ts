// The interface that every metadata provider implements: searching for games by title, and loading their details.
import type { ProviderId } from '@cellar/contract/games/metadata.ts';
import type { PlayMode } from '@cellar/contract/games/rules/play-modes.ts';

/** A game that a search has found. Unknown facts are null or an empty list. */
export interface Candidate {
  source: ProviderId;
  /** The provider's own id of the game, as text. */
  id: string;
  title: string;
  /** Names in other languages and spellings, excluding the title itself. */
  alternativeTitles: string[];
  year: number | null;
  /** In the provider's own spelling, such as `PC (Microsoft Windows)`. */
  platforms: string[];
  /** Plain text; may be empty. */
  summary: string;
  /**
   * Best first. The first one that can be fetched becomes the cover. Some may not exist, because those of older Steam apps are
   * guessed.
   */
  coverUrls: string[];
  /** Downloadable content of another game. */
  isAddition?: boolean;
  developer: string | null;
  publisher: string | null;
}

/** Everything that a provider knows about a game. */
export interface GameDetails extends Candidate {
  /** `YYYY-MM-DD`. Null if only the year or a quarter is known. */
  releaseDate: string | null;
  genres: string[];
  /** 0 to 100, a whole number. */
  rating: number | null;
  ratingCount: number | null;
  /** A rating such as `PEGI 16`. */
  ageRating: string | null;
  franchise: string | null;
  collection: string | null;
  modes: PlayMode[];
  /** At least 2. Null if the provider does not say. */
  maxPlayers: number | null;
  screenshotUrls: string[];
  /** URLs of YouTube watch pages. */
  videoUrls: string[];
}

export interface ProviderOptions {
  signal?: AbortSignal | undefined;
}

/** A provider that keeps no pauses or records. Its methods throw FetchFailure. */
export interface MetadataSource {
  id: ProviderId;
  name: string;
  /** Returns whether the provider has the keys it needs. */
  isConfigured(): Promise<boolean>;
  /** Returns candidates in the provider's order, best first. */
  search(title: string, options?: ProviderOptions): Promise<Candidate[]>;
  /** Returns undefined if the provider has no such game. */
  byId(id: string, options?: ProviderOptions): Promise<Candidate | undefined>;
  /** Returns undefined if the provider has no such game. */
  details(id: string, options?: ProviderOptions): Promise<GameDetails | undefined>;
  /** Makes a small request to test whether the provider responds. */
  ping(options?: ProviderOptions): Promise<void>;
}

export interface AskOptions extends ProviderOptions {
  /** A person is waiting, so the pause after an outage is ignored. The pause after a 429 is not. */
  isUrgent?: boolean;
}

/** The result of the Test button. */
export interface ProviderCheck {
  ok: boolean;
  /** A sentence for the admin. */
  message: string;
}

/** A provider that records failures and pauses after them. */
export interface MetadataProvider extends Pick<MetadataSource, 'id' | 'name' | 'isConfigured'> {
  /** @throws ProviderFailure */
  search(title: string, options?: AskOptions): Promise<Candidate[]>;
  /** @throws ProviderFailure */
  byId(id: string, options?: AskOptions): Promise<Candidate | undefined>;
  /** @throws ProviderFailure */
  details(id: string, options?: AskOptions): Promise<GameDetails | undefined>;
  check(options?: ProviderOptions): Promise<ProviderCheck>;
}
