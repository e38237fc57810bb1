// The interface that every metadata provider implements: searching for games by title, and loading their details.
// A further fact is added to `GameDetails` below and to each provider that has it (its schema and `present…`; for IGDB also
// `detailFields`), to `fillGaps` in match-details.ts and `gameFieldsOf` in match-applying.service.ts, and to the answers in
// test/metadata-server/.
import type { ProviderId } from '@cellar/contract/games/metadata.ts';
import type { PlayMode } from '@cellar/contract/games/rules/play-modes.ts';
import type { CallLimiter } from '#platform/call-limits.ts';
import type { FailureKind, FetchFailure } from '#platform/fetch-failure.ts';
import type { HttpClient } from '#platform/http-client.ts';

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

// The error for a provider that can't be asked or responds in an unexpected way. Its message can be shown to an admin.

export class ProviderFailure extends Error {
  readonly source: ProviderId;
  /** `paused`: the provider was not asked. */
  readonly kind: FailureKind | 'paused';
  /** When the provider may be asked again. Null if immediately. */
  readonly retryAt: string | null;

  constructor(source: ProviderId, kind: FailureKind | 'paused', message: string, retryAt: string | null) {
    super(message);
    this.source = source;
    this.kind = kind;
    this.retryAt = retryAt;
  }
}

/** Returns the message for a caller's timeout. */
export function tooSlow(name: string): string {
  return `${name} takes too long. Try again later.`;
}

/** Returns a message that explains the problem and what to do about it. */
export function explain(name: string, failure: FetchFailure, isMirror: boolean): string {
  const where = `${failure.message}.`;
  const otherwise = isMirror ? 'Check the mirror’s address.' : 'Try again later.';
  switch (failure.kind) {
    case 'unreachable':
      return `${name} can’t be reached: ${where} ${otherwise}`;
    case 'timeout':
      return `${name} is too slow: ${where} Try again later.`;
    case 'rate_limited':
      return `${name} received too many requests: ${where} Requests resume automatically after the pause.`;
    case 'unauthorised':
      return `${name} does not accept the key: ${where} Check the keys in Admin Settings.`;
    case 'refused_address':
      return `${name} is not contacted: ${where} ${otherwise}`;
    case 'too_large':
    case 'not_found':
    case 'bad_answer':
      return `${name} sent an unexpected response: ${where} ${otherwise}`;
  }
}

// The HTTP client of a provider: keeps to the provider's limit of calls, and limits the size and time of a response.

export type SourceHttp = Pick<HttpClient, 'fetchJson'>;

export const fetchOptions = { maxBytes: 2 * 1024 ** 2, timeoutMs: 15_000 };

export function limitedCalls(http: SourceHttp, limiter: CallLimiter): SourceHttp {
  return {
    fetchJson: (address, request) => limiter(() => http.fetchJson(address, request), request.signal),
  };
}
