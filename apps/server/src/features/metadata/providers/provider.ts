// The port every metadata provider fills: find games by title, and tell what is known of one. Used by the matching,
// the background job and the picker.
import type { ProviderId } from '@cellar/contract/metadata.ts';

/** A game a search has found. What a provider does not tell is null, or an empty list. */
export interface Candidate {
  source: ProviderId;
  /** The provider's own id of the game, as text. */
  id: string;
  title: string;
  /** Names in other languages and shapes; never the title itself. */
  alternativeTitles: string[];
  year: number | null;
  /** In the provider's words, such as `PC (Microsoft Windows)`. */
  platforms: string[];
  /** Plain text; may be empty. */
  summary: string;
  /** Best first. An address may lead nowhere (Steam's older ones are made by rule): the first that can be fetched is the cover. */
  coverUrls: string[];
  /** The provider sells it along with a game: downloadable content. */
  isAddition?: boolean;
  developer: string | null;
  publisher: string | null;
}

/** All that a provider knows of a game. */
export interface GameDetails extends Candidate {
  /** `YYYY-MM-DD`; null where only the year or a quarter is known. */
  releaseDate: string | null;
  genres: string[];
  /** 0 to 100, a whole number. */
  rating: number | null;
  ratingCount: number | null;
  /** Such as `PEGI 16`. */
  ageRating: string | null;
  franchise: string | null;
  collection: string | null;
  screenshotUrls: string[];
  /** Links of YouTube's watch pages. */
  videoUrls: string[];
}

export interface ProviderOptions {
  signal?: AbortSignal | undefined;
}

/** What a provider's own file fills. @throws FetchFailure of platform/fetch-failure.ts */
export interface MetadataSource {
  id: ProviderId;
  name: string;
  /** Whether it has the keys it needs. */
  isConfigured(): Promise<boolean>;
  /** In the provider's own order, best first. */
  search(title: string, options?: ProviderOptions): Promise<Candidate[]>;
  /** Undefined where the provider has no such game. */
  byId(id: string, options?: ProviderOptions): Promise<Candidate | undefined>;
  /** Undefined where the provider has no such game. */
  details(id: string, options?: ProviderOptions): Promise<GameDetails | undefined>;
  /** Something small, to see whether it answers. */
  ping(options?: ProviderOptions): Promise<void>;
}

export interface AskOptions extends ProviderOptions {
  /** Somebody waits for the answer: ask although the provider has failed a moment ago. What it asked us to wait is waited. */
  isUrgent?: boolean;
}

/** What the Test button tells. */
export interface ProviderCheck {
  ok: boolean;
  /** Plain English, ready to show. */
  message: string;
}

/** A source as the rest of the server asks it: its failures are remembered and told, and it is left alone after them. */
export interface MetadataProvider {
  id: ProviderId;
  name: string;
  isConfigured(): Promise<boolean>;
  /** @throws ProviderFailure */
  search(title: string, options?: AskOptions): Promise<Candidate[]>;
  /** @throws ProviderFailure */
  byId(id: string, options?: AskOptions): Promise<Candidate | undefined>;
  /** @throws ProviderFailure */
  details(id: string, options?: AskOptions): Promise<GameDetails | undefined>;
  check(options?: ProviderOptions): Promise<ProviderCheck>;
}
