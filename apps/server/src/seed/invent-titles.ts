// Invents game titles: from several patterns, in several scripts, some of them in series.
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { Random } from './random.ts';
import * as english from './words/english-titles.ts';
import * as other from './words/other-titles.ts';

export interface InventedTitle {
  title: string;
  /** The name of the series, or null if the game is not part of one. */
  franchise: string | null;
}

type Pattern = (random: Random) => string;

const adjectiveNoun: Pattern = ({ pick }) => `${pick(english.adjectives)} ${pick(english.nouns)}`;
const nounOfMatter: Pattern = ({ pick }) => `${pick(english.nouns)} of ${pick(english.matters)}`;

const withArticle = (word: string) => `${/^[AEIOU]/.test(word) ? 'An' : 'A'} ${word}`;

/** The patterns and their weights. */
const patterns: readonly [weight: number, Pattern][] = [
  [24, adjectiveNoun],
  [18, nounOfMatter],
  [11, (random) => `The ${adjectiveNoun(random)}`],
  [6, ({ pick }) => `The ${pick(english.people)} of ${pick(english.matters)}`],
  [7, ({ pick }) => `${pick(english.people)}'s ${pick(english.nouns)}`],
  [7, ({ pick }) => `${pick(english.nouns)} & ${pick(english.nouns)}`],
  [6, ({ pick }) => `${pick(english.nouns)}${pick(english.nouns).toLowerCase()}`],
  [5, ({ pick }) => `${withArticle(pick(english.people))} in the ${pick(english.nouns)}`],
  [2, ({ pick, whole }) => `${pick(english.sports)} Manager ${whole(1995, 2026)}`],
  [5, ({ pick, whole }) => `${whole(2, 1001)} ${pick(english.counted)} of ${pick(english.matters)}`],
  [4, ({ pick }) => `${pick(english.accented)} ${pick(english.nouns)}`],
  [2, ({ pick }) => `${pick(other.japaneseFirst)}の${pick(other.japaneseSecond)}`],
  [2, ({ pick }) => `${pick(other.russianSubjects)} ${pick(other.russianOwners)}`],
  [1, ({ pick }) => `${pick(other.greekSubjects)} ${pick(other.greekOwners)}`],
];

const romans = ['II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII'];
const seriesShare = 0.18;
const longestSeries = 6;
const maxNameAttempts = 6;

/** Generates endless titles whose keys are not in `taken`, and adds their keys to it. */
export function* inventTitles(random: Random, taken: Set<string>): Generator<InventedTitle, never> {
  function claim(title: string): boolean {
    const key = titleKey(title);
    if (taken.has(key)) return false;
    taken.add(key);
    return true;
  }

  for (;;) {
    const name = freshName(random, claim);
    const isSeries = !name.includes(':') && random.chance(seriesShare);
    const franchise = isSeries ? name : null;
    yield { title: name, franchise };
    if (!isSeries) continue;
    for (const title of sequelsOf(name, random)) if (claim(title)) yield { title, franchise };
  }
}

/** Returns a name that `claim` accepts. If short names run out, adds a subtitle, and then a number. */
function freshName(random: Random, claim: (title: string) => boolean): string {
  for (let tries = 0; tries < maxNameAttempts; tries += 1) {
    const name = patternOf(random)(random);
    if (claim(name)) return name;
  }
  for (let number = random.whole(2, 99); ; number += 1) {
    const name = `${patternOf(random)(random)}: ${subtitle(random)}`;
    if (claim(name)) return name;
    if (claim(`${name} ${number}`)) return `${name} ${number}`;
  }
}

function patternOf(random: Random): Pattern {
  const total = patterns.reduce((sum, [weight]) => sum + weight, 0);
  let left = random.next() * total;
  for (const [weight, pattern] of patterns) {
    left -= weight;
    if (left < 0) return pattern;
  }
  return adjectiveNoun;
}

function subtitle(random: Random): string {
  if (random.chance(0.5)) return nounOfMatter(random);
  return random.chance(0.5) ? `The ${adjectiveNoun(random)}` : adjectiveNoun(random);
}

/** Yields the sequels of a series, numbered in one style. Some have a subtitle, and some series have a special edition. */
function* sequelsOf(name: string, random: Random): Generator<string> {
  const numbering = random.pick(['roman', 'arabic', 'subtitle'] as const);
  const entries = random.whole(2, longestSeries);
  for (let entry = 2; entry <= entries; entry += 1) {
    const number = numbering === 'roman' ? (romans[entry - 2] ?? `${entry}`) : `${entry}`;
    if (numbering === 'subtitle') yield `${name}: ${subtitle(random)}`;
    else yield random.chance(0.4) ? `${name} ${number}: ${subtitle(random)}` : `${name} ${number}`;
  }
  if (random.chance(0.35)) yield `${name}: ${random.pick(english.editions)}`;
}
