// Games of one title that are about equally likely: what tells them apart. Used where matches are shown.
import type { Match } from '@cellar/contract/matches.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';

export interface Alike {
  /** How many there are, this one included. */
  count: number;
  /** What not all of them have in common: year, developer, platforms. */
  apart: string[];
}

/** As close as this the server does not choose between two games either. */
const about = 0.04;

/** Undefined where the match is the only one of its title. */
export function alikeOf(match: Match, among: readonly Match[], unknownYear: string): Alike | undefined {
  const alike = among.filter(
    ({ name, confidence }) =>
      titleKey(name) === titleKey(match.name) && Math.abs(confidence - match.confidence) <= about,
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
