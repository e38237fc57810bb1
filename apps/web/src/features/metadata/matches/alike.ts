// Finds matches with the same title and similar confidence, and the facts that distinguish them.
import type { Match } from '@cellar/contract/matches.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';

export interface Alike {
  /** The number of similar matches, including this one. */
  count: number;
  /** Year, developer and platforms, where they differ between the matches. */
  apart: string[];
}

/** The server does not choose automatically between matches this close, either. */
const maxDifference = 0.04;

/** Returns undefined if no other match is similar. */
export function alikeOf(match: Match, among: readonly Match[], unknownYear: string): Alike | undefined {
  const alike = among.filter(
    ({ name, confidence }) =>
      titleKey(name) === titleKey(match.name) && Math.abs(confidence - match.confidence) <= maxDifference,
  );
  if (alike.length < 2) return undefined;
  const facts = ({ year, developer, platforms }: Match) => [
    year ? String(year) : unknownYear,
    developer ?? '',
    platforms.join(', '),
  ];
  const apart = facts(match).filter(
    (fact, index) => fact !== '' && alike.some((other) => facts(other)[index] !== fact),
  );
  return { count: alike.length, apart };
}
