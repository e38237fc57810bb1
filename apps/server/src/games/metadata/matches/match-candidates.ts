// Prepares the results of a search for storing and showing. Merges the entries of several providers if they are certainly the
// same game.
import { type Match, matchIdOf } from '@cellar/contract/games/matches.ts';
import type { ProviderId } from '@cellar/contract/games/metadata.ts';
import type { RankedCandidate } from '../matching/choose.ts';
import { comparedTitle, type Reason } from '../matching/score.ts';
import { gamesOf, type Learned, sharesGame } from '../names/learned-names.service.ts';
import type { Candidate } from '../providers/provider.ts';

/** A match in the form in which it is stored with the game. */
export interface FoundMatch {
  id: string;
  sources: ProviderId[];
  name: string;
  summary: string;
  /** The pictures' URLs at the providers, best first. */
  coverUrls: string[];
  developer: string | null;
  publisher: string | null;
  year: number | null;
  platforms: string[];
  confidence: number;
  reasons: Reason[];
}

/** A game with lower confidence shares only a word or two with the name. */
const minConfidence = 0.2;
const maxStored = 8;
const maxSummaryLength = 300;

/** Returns the matches, best first. `order`: the providers whose facts come first. */
export function mergeRanked(ranked: readonly RankedCandidate[], order: readonly ProviderId[]): FoundMatch[] {
  const isSameGame = compareAmong(ranked.map(({ candidate }) => candidate));
  const groups: RankedCandidate[][] = [];
  for (const entry of ranked) {
    const group = groups.find((members) =>
      members.every(({ candidate }) => isSameGame(candidate, entry.candidate)),
    );
    if (group) group.push(entry);
    else groups.push([entry]);
  }
  return groups.map((members) => mergeMembers(members, order)).filter(isWorthShowing);
}

/**
 * Returns a function that compares two candidates. They are the same game if title and year match. If a year is unknown, the
 * title must be unique among each provider's candidates.
 */
function compareAmong(candidates: readonly Candidate[]): (a: Candidate, b: Candidate) => boolean {
  const titles = new Map(candidates.map((candidate) => [candidate, comparedTitle(candidate)]));
  const isUnique = (one: Candidate) =>
    candidates.every(
      (other) => other === one || other.source !== one.source || titles.get(other) !== titles.get(one),
    );
  return (a, b) => {
    if (a.source === b.source || titles.get(a) !== titles.get(b)) return false;
    if (a.year !== null && b.year !== null) return Math.abs(a.year - b.year) <= 1;
    return isUnique(a) && isUnique(b);
  };
}

function isWorthShowing({ confidence }: FoundMatch): boolean {
  return confidence >= minConfidence;
}

function mergeMembers(members: RankedCandidate[], order: readonly ProviderId[]): FoundMatch {
  const place = ({ candidate }: RankedCandidate) => (order.indexOf(candidate.source) + 99) % 99;
  const entries = members.toSorted((a, b) => place(a) - place(b)).map(({ candidate }) => candidate);
  const best = members.reduce((a, b) => (b.confidence > a.confidence ? b : a));
  const first = <T>(read: (candidate: Candidate) => T | null): T | null => {
    for (const entry of entries) {
      const value = read(entry);
      if (value !== null && value !== '') return value;
    }
    return null;
  };
  return {
    id: matchIdOf(entries),
    sources: entries.map(({ source }) => source),
    name: entries[0]?.title ?? '',
    summary: first(({ summary }) => summary) ?? '',
    coverUrls: entries.flatMap((entry) => entry.coverUrls),
    developer: first(({ developer }) => developer),
    publisher: first(({ publisher }) => publisher),
    year: first(({ year }) => year),
    platforms: entries.find(({ platforms }) => platforms.length > 0)?.platforms ?? [],
    confidence: best.confidence,
    reasons: best.reasons,
  };
}

export function nameWithYear({ name, year }: Pick<FoundMatch, 'name' | 'year'>): string {
  return year === null ? name : `${name} (${year})`;
}

/** Returns JSON of the best matches, with short summaries. */
export function packMatches(found: readonly FoundMatch[]): string {
  const best = found.slice(0, maxStored);
  return JSON.stringify(best.map((match) => ({ ...match, summary: shorten(match.summary) })));
}

function shorten(text: string): string {
  if (text.length <= maxSummaryLength) return text;
  return `${text.slice(0, maxSummaryLength).toWellFormed().trimEnd()}…`;
}

export function unpackMatches(json: string): FoundMatch[] {
  return (JSON.parse(json) as FoundMatch[]).filter(isWorthShowing);
}

/** Returns the matches without those that were refused for the name. */
export function withoutRefused(found: readonly FoundMatch[], learned: Learned | undefined): FoundMatch[] {
  return found.filter(({ id }) => !gamesOf(id).some((game) => learned?.refused.has(game)));
}

/** Returns the matches with the one that was chosen for the name before as the first. */
export function chosenFirst(found: readonly FoundMatch[], learned: Learned | undefined): FoundMatch[] {
  const isChosen = ({ id }: FoundMatch) => sharesGame(learned?.matchId ?? null, id);
  return [...found.filter(isChosen), ...found.filter((match) => !isChosen(match))];
}

interface Presenting {
  /** Returns our address for a provider's pictures. */
  addressOf(urls: string[]): Promise<string | null>;
  /** What is known about the name of the game. */
  learned: Learned | undefined;
}

export async function presentMatch(
  { coverUrls, ...found }: FoundMatch,
  { addressOf, learned }: Presenting,
): Promise<Match> {
  return {
    ...found,
    source: found.sources[0] as ProviderId,
    coverUrl: await addressOf(coverUrls),
    isChosenBefore: sharesGame(learned?.matchId ?? null, found.id),
  };
}
