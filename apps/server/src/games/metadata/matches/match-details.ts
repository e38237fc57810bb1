// Loads the details of a match: those of the first provider, with gaps filled from the others.
import { entriesOf } from '@cellar/contract/games/matches.ts';
import {
  type AskOptions,
  type GameDetails,
  type MetadataProvider,
  ProviderFailure,
} from '../providers/provider.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import { asFailure, findCertain, nameOfKnown } from './match-search.service.ts';

export interface LoadedDetails {
  /** Undefined if no provider has the game. */
  details?: GameDetails;
  failures: ProviderFailure[];
}

export async function loadDetails(
  providers: ProvidersService,
  matchId: string,
  options: AskOptions,
): Promise<LoadedDetails> {
  const failures: ProviderFailure[] = [];
  const answers = await Promise.all(
    entriesOf(matchId).map(async ({ source, id }) => {
      const provider = providers.get(source);
      try {
        return await provider.details(id, options);
      } catch (error) {
        failures.push(asFailure(provider, error));
        return undefined;
      }
    }),
  );
  const [first, ...others] = answers.filter((details) => details !== undefined);
  return { failures, ...(first ? { details: others.reduce(fillGaps, first) } : {}) };
}

/**
 * Loads the same game from other providers, one after the other, while important facts are missing. Ignores their failures.
 * Returns the details from all providers that have the game, beginning with `first`.
 */
export async function completeDetails(
  first: GameDetails,
  others: MetadataProvider[],
  options: AskOptions,
): Promise<GameDetails[]> {
  const known = [first];
  for (const source of others) {
    if (isComplete(known.reduce(fillGaps))) break;
    try {
      const same = await findCertain(nameOfKnown(first), source, options);
      const details = same && (await source.details(same.id, options));
      if (details) known.push(details);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
    }
  }
  return known;
}

/** Returns whether the details contain everything that a game's page shows prominently. */
function isComplete(details: GameDetails): boolean {
  const { summary, coverUrls, releaseDate, developer, publisher, rating } = details;
  const { genres, screenshotUrls, videoUrls } = details;
  const facts = [summary, coverUrls[0] ?? null, releaseDate, developer, publisher, rating];
  return (
    facts.every((fact) => fact !== null && fact !== '') &&
    [genres, screenshotUrls, videoUrls].every(({ length }) => length > 0)
  );
}

export function fillGaps(base: GameDetails, extra: GameDetails): GameDetails {
  const { rating, ratingCount } = base.rating === null ? extra : base;
  const list = <Item>(own: Item[], other: Item[]) => (own.length > 0 ? own : other);
  return {
    ...base,
    // Taken together, so that both come from the same provider.
    rating,
    ratingCount,
    summary: base.summary || extra.summary,
    year: base.year ?? extra.year,
    releaseDate: base.releaseDate ?? extra.releaseDate,
    developer: base.developer ?? extra.developer,
    publisher: base.publisher ?? extra.publisher,
    ageRating: base.ageRating ?? extra.ageRating,
    franchise: base.franchise ?? extra.franchise,
    collection: base.collection ?? extra.collection,
    modes: list(base.modes, extra.modes),
    maxPlayers: base.maxPlayers ?? extra.maxPlayers,
    coverUrls: [...new Set([...base.coverUrls, ...extra.coverUrls])],
    platforms: list(base.platforms, extra.platforms),
    genres: list(base.genres, extra.genres),
    screenshotUrls: list(base.screenshotUrls, extra.screenshotUrls),
    videoUrls: list(base.videoUrls, extra.videoUrls),
  };
}
