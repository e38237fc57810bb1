// What a search has found, made ready to be kept and shown: the entries that several providers have of one game become one,
// where that is sure. Pure; used by the picker and the background job.
import { type Match, matchIdOf } from '@cellar/contract/matches.ts';
import type { ProviderId } from '@cellar/contract/metadata.ts';
import type { RankedCandidate } from '../matching/choose.ts';
import { comparedTitle, type Reason } from '../matching/score.ts';
import type { Candidate } from '../providers/provider.ts';

/** As it is kept with the game. */
export interface FoundMatch {
  id: string;
  sources: ProviderId[];
  name: string;
  summary: string;
  /** The providers' own addresses, best first. */
  coverUrls: string[];
  developer: string | null;
  publisher: string | null;
  year: number | null;
  platforms: string[];
  confidence: number;
  reasons: Reason[];
}

/** Below it a game only shares a word or two: not worth showing. */
const leastShown = 0.2;
const mostKept = 8;
const keptSummary = 300;

/** Best first. `order`: whose facts come first. */
export function mergeRanked(ranked: readonly RankedCandidate[], order: readonly ProviderId[]): FoundMatch[] {
  const isSure = sureTwins(ranked.map(({ candidate }) => candidate));
  const groups: RankedCandidate[][] = [];
  for (const entry of ranked) {
    const group = groups.find((members) =>
      members.every(({ candidate }) => isSure(candidate, entry.candidate)),
    );
    if (group) group.push(entry);
    else groups.push([entry]);
  }
  return groups.map((members) => mergeMembers(members, order)).filter(isWorthShowing);
}

/** Whether two entries are one game: by title and year; without a year only where no other one has that title. */
function sureTwins(candidates: readonly Candidate[]): (a: Candidate, b: Candidate) => boolean {
  const titles = new Map(candidates.map((candidate) => [candidate, comparedTitle(candidate)]));
  const isOnly = (one: Candidate) =>
    candidates.every(
      (other) => other === one || other.source !== one.source || titles.get(other) !== titles.get(one),
    );
  return (a, b) => {
    if (a.source === b.source || titles.get(a) !== titles.get(b)) return false;
    if (a.year !== null && b.year !== null) return Math.abs(a.year - b.year) <= 1;
    return isOnly(a) && isOnly(b);
  };
}

function isWorthShowing({ confidence }: FoundMatch): boolean {
  return confidence >= leastShown;
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

/** JSON, small. */
export function packMatches(found: readonly FoundMatch[]): string {
  const kept = found.slice(0, mostKept);
  return JSON.stringify(kept.map((match) => ({ ...match, summary: shorten(match.summary) })));
}

function shorten(text: string): string {
  return text.length > keptSummary ? `${text.slice(0, keptSummary).toWellFormed().trimEnd()}…` : text;
}

export function unpackMatches(json: string): FoundMatch[] {
  return (JSON.parse(json) as FoundMatch[]).filter(isWorthShowing);
}

/** `addressOf` gives an address of ours for pictures of a provider's. */
export async function presentMatch(
  { coverUrls, ...found }: FoundMatch,
  addressOf: (urls: string[]) => Promise<string | null>,
): Promise<Match> {
  return { ...found, source: found.sources[0] as ProviderId, coverUrl: await addressOf(coverUrls) };
}
