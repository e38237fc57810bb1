// Searches the providers in order for the game that an archive's name means, with as few requests as possible. `npm run bench --
// matching` measures this with recorded responses.
import type { Candidate, MetadataSource, ProviderOptions } from '../providers/provider.ts';
import { splitTitle } from './added-words.ts';
import { numbersOf } from './normalise.ts';
import type { ArchiveName } from './read-name.ts';
import { comparedTitle, type Score, score, searchTitles } from './score.ts';

/** The methods of a provider that a search needs. */
export type Source = Pick<MetadataSource, 'id' | 'search' | 'byId'>;

/** @throws errors of a provider; the caller decides whether to wait or to ask other providers */
export async function findMatch(
  name: ArchiveName,
  sources: readonly Source[],
  options: ProviderOptions = {},
): Promise<Choice> {
  const found: Candidate[] = [];
  let choice = choose(name, found);
  for (const source of sources) {
    const own = await findAt(name, source, options);
    if (own.kind === 'automatic') return own;
    found.push(...own.ranked.map(({ candidate }) => candidate));
    // Rank the candidates of all providers together. If no single provider is certain, an admin has to decide.
    choice = toReview(choose(name, found));
  }
  return choice;
}

async function findAt(name: ArchiveName, source: Source, options: ProviderOptions): Promise<Choice> {
  const found = new Map<string, Candidate>();
  if (name.pinned?.source === source.id) {
    const pinned = await source.byId(name.pinned.id, options);
    if (pinned) return choose(name, [pinned]);
  }
  let choice = choose(name, []);
  for (const title of searchTitles(name)) {
    for (const candidate of await source.search(title, options)) {
      if (!found.has(candidate.id)) found.set(candidate.id, candidate);
    }
    for (const candidate of candidatesWithoutYear(name, [...found.values()])) {
      const known = await source.byId(candidate.id, options);
      if (known) found.set(candidate.id, { ...candidate, year: known.year });
    }
    choice = choose(name, [...found.values()]);
    if (choice.kind === 'automatic') break;
  }
  return choice;
}

function toReview(choice: Choice): Choice {
  return choice.kind === 'automatic' ? { kind: 'review', ranked: choice.ranked } : choice;
}

// Chooses among the games that a search has found: one is certain, an admin has to decide, or there is none.

export interface RankedCandidate extends Score {
  candidate: Candidate;
}

/** `ranked` has the best candidate first. */
export type Choice =
  | { kind: 'automatic'; candidate: Candidate; ranked: RankedCandidate[] }
  | { kind: 'review'; ranked: RankedCandidate[] }
  | { kind: 'none'; ranked: RankedCandidate[] };

/** A match with at least this confidence is applied automatically. bench/matching/README.md has the measurements. */
export const automaticConfidence = 0.9;
/** If another game is this close to the best one, an admin has to choose. */
const rivalDistance = 0.04;
/** If the best candidate has less confidence, there is no match. */
const minConfidence = 0.25;
const familyConfidence = 0.91;

export function choose(name: ArchiveName, candidates: readonly Candidate[]): Choice {
  const ranked = rank(name, candidates);
  const [best] = ranked;
  if (!best || best.confidence < minConfidence) return { kind: 'none', ranked };
  if (best.reasons[0] === 'pinned') return { kind: 'automatic', candidate: best.candidate, ranked };
  const isCertain =
    best.confidence >= automaticConfidence &&
    !name.isGeneric &&
    !isPinnedElsewhere(name, candidates) &&
    !hasRival(ranked, best) &&
    !mayMeanAnother(name, candidates);
  return isCertain ? { kind: 'automatic', candidate: best.candidate, ranked } : { kind: 'review', ranked };
}

/** Returns whether the name contains an id of this provider. The candidate with that id was handled before. */
function isPinnedElsewhere({ pinned }: ArchiveName, candidates: readonly Candidate[]): boolean {
  return pinned !== undefined && candidates.some(({ source }) => source === pinned.source);
}

/** Returns the candidates whose unknown year would decide the choice, so it must be loaded first. */
export function candidatesWithoutYear(name: ArchiveName, candidates: readonly Candidate[]): Candidate[] {
  if (name.year === null) return [];
  return rank(name, candidates)
    .filter(({ candidate, reasons }) => candidate.year === null && reasons.includes('unknownYear'))
    .filter(({ confidence }) => confidence >= 0.8)
    .slice(0, 2)
    .map(({ candidate }) => candidate);
}

/** Returns the candidates, best first. Equal ones keep the providers' order. */
function rank(name: ArchiveName, candidates: readonly Candidate[]): RankedCandidate[] {
  const ranked = candidates
    .map((candidate) => ({ candidate, ...score(name, candidate) }))
    .sort(compareRanked);
  const [best, ...others] = ranked;
  if (!best || !isOnlyFamily(name, best, others)) return ranked;
  return [{ ...best, confidence: familyConfidence }, ...others];
}

function compareRanked(a: RankedCandidate, b: RankedCandidate): number {
  const isPinned = ({ reasons }: RankedCandidate) => Number(reasons[0] === 'pinned');
  // Among a game and its additions, the game has the shortest title.
  const isMain = a.reasons[0] === 'mainTitle' && b.reasons[0] === 'mainTitle';
  const byLength = isMain ? a.candidate.title.length - b.candidate.title.length : 0;
  return isPinned(b) - isPinned(a) || b.confidence - a.confidence || byLength;
}

/** For `Witcher 3`, all candidates that begin with these words are The Witcher 3: Wild Hunt and its additions. */
function isOnlyFamily(name: ArchiveName, best: RankedCandidate, others: readonly RankedCandidate[]): boolean {
  if (best.reasons.join() !== 'mainTitle') return false;
  const { words } = splitTitle(name.title);
  const base = splitTitle(best.candidate.title).words;
  if (numbersOf(base) === '') return false;
  const titles = others.map(({ candidate }) => splitTitle(candidate.title).words);
  return titles.every((other) => !startsWith(other, words) || startsWith(other, base));
}

function hasRival(ranked: readonly RankedCandidate[], best: RankedCandidate): boolean {
  const near = ranked.filter(({ confidence }) => confidence >= best.confidence - rivalDistance);
  return near.some((a, index) => near.slice(index + 1).some((b) => !isSameGame(a.candidate, b.candidate)));
}

/** Compares entries of two providers. Two entries of the same provider are different games. */
function isSameGame(a: Candidate, b: Candidate): boolean {
  if (a.source === b.source) return a.id === b.id;
  const isSameYear = a.year === null || b.year === null || Math.abs(a.year - b.year) <= 1;
  return isSameYear && comparedTitle(a) === comparedTitle(b);
}

/** For `fallout_3_1_7_0` or `Outcast 1.1`: if a candidate's title contains the supposed version, the name may mean that game. */
function mayMeanAnother(name: ArchiveName, candidates: readonly Candidate[]): boolean {
  const taken = [name.maybeNumber, name.version].filter((text) => text !== null);
  const meant = taken.map((text) => splitTitle(`${name.title} ${text}`).words);
  return candidates.some(({ title }) => {
    const words = splitTitle(title).words.filter((word) => !/^v(?:er(?:sion)?)?$/u.test(word));
    return meant.some((start) => startsWith(words, start));
  });
}

function startsWith(words: readonly string[], start: readonly string[]): boolean {
  return start.every((word, index) => words[index] === word);
}
