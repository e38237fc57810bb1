// Finds matches with the same title and similar confidence, and the facts that distinguish them.
import type { Match } from '@cellar/contract/games/matches.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';

export interface SimilarMatches {
  /** The number of similar matches, including this one. */
  count: number;
  /** Year, developer and platforms, where they differ between the matches. */
  differences: string[];
}

/** The server does not choose automatically between matches this close, either. */
const maxDifference = 0.04;

/** Returns undefined if no other match is similar. */
export function similarMatchesOf(
  match: Match,
  among: readonly Match[],
  unknownYear: string,
): SimilarMatches | undefined {
  const similar = among.filter(
    ({ name, confidence }) =>
      titleKey(name) === titleKey(match.name) && Math.abs(confidence - match.confidence) <= maxDifference,
  );
  if (similar.length < 2) return undefined;
  const facts = ({ year, developer, platforms }: Match) => [
    year ? String(year) : unknownYear,
    developer ?? '',
    platforms.join(', '),
  ];
  const differences = facts(match).filter(
    (fact, index) => fact !== '' && similar.some((other) => facts(other)[index] !== fact),
  );
  return { count: similar.length, differences };
}
