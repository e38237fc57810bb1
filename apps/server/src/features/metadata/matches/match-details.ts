// All that is known of a match: of the first source, and of the others what the first does not tell. Used by what applies and
// what offers a match.
import { entriesOf } from '@cellar/contract/matches.ts';
import type { AskOptions, GameDetails, MetadataProvider } from '../providers/provider.ts';
import { ProviderFailure } from '../providers/provider-failure.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import { nameOfKnown } from './match-names.ts';
import { asFailure, findTwin } from './match-search.ts';

export interface LoadedDetails {
  /** Undefined where no source has told anything. */
  details?: GameDetails;
  failures: ProviderFailure[];
}

/** `matchId` as the contract takes it. */
export async function loadDetails(
  providers: ProvidersService,
  matchId: string,
  options: AskOptions,
): Promise<LoadedDetails> {
  const failures: ProviderFailure[] = [];
  const told = await Promise.all(
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
  const [first, ...others] = told.filter((details) => details !== undefined);
  return { failures, ...(first ? { details: others.reduce(fillGaps, first) } : {}) };
}

/**
 * The same game at other providers, one after the other, as long as something is missing. Whether they can be asked is no
 * matter here. Gives all that know it, `first` first.
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
      const twin = await findTwin(nameOfKnown(first), source, options);
      const details = twin && (await source.details(twin.id, options));
      if (details) known.push(details);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
    }
  }
  return known;
}

/** Of what a game's page shows most. */
function isComplete(details: GameDetails): boolean {
  const { summary, coverUrls, releaseDate, developer, publisher, rating } = details;
  const { genres, screenshotUrls, videoUrls } = details;
  const facts = [summary, coverUrls[0] ?? null, releaseDate, developer, publisher, rating];
  return (
    facts.every((fact) => fact !== null && fact !== '') &&
    [genres, screenshotUrls, videoUrls].every(({ length }) => length > 0)
  );
}

export function fillGaps(some: GameDetails, more: GameDetails): GameDetails {
  const { rating, ratingCount } = some.rating === null ? more : some;
  const list = (own: string[], other: string[]) => (own.length > 0 ? own : other);
  return {
    ...some,
    // A number of votes belongs to its rating.
    ...{ rating, ratingCount },
    summary: some.summary || more.summary,
    year: some.year ?? more.year,
    releaseDate: some.releaseDate ?? more.releaseDate,
    developer: some.developer ?? more.developer,
    publisher: some.publisher ?? more.publisher,
    ageRating: some.ageRating ?? more.ageRating,
    franchise: some.franchise ?? more.franchise,
    collection: some.collection ?? more.collection,
    coverUrls: [...new Set([...some.coverUrls, ...more.coverUrls])],
    platforms: list(some.platforms, more.platforms),
    genres: list(some.genres, more.genres),
    screenshotUrls: list(some.screenshotUrls, more.screenshotUrls),
    videoUrls: list(some.videoUrls, more.videoUrls),
  };
}
