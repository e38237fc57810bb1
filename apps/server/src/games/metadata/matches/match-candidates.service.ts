// Pictures of candidates. The server fetches them, scales them down and caches them in memory, so that the page loads nothing
// from third parties. The URLs are sealed, so that nobody can make the server fetch other URLs.

import { type Match, matchIdOf } from '@cellar/contract/games/matches.ts';
import type { ProviderId } from '@cellar/contract/games/metadata.ts';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { ArtworkService } from '#games/artwork/artwork.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { hourMs, minuteMs } from '#platform/clock.ts';
import { FetchFailure } from '#platform/fetch-failure.ts';
import { createSingleFlight } from '#platform/shared-work.ts';
import type { RankedCandidate } from '../matching/find-match.ts';
import { comparedTitle, type Reason } from '../matching/score.ts';
import { gamesOf, type Learned, sharesGame } from '../names/learned-names.service.ts';
import type { Candidate } from '../providers/provider.ts';

export type CandidatePictures = ReturnType<typeof createCandidatePictures>;

interface Deps extends Pick<Base, 'box' | 'clock' | 'log'> {
  artwork: ArtworkService;
}

const purpose = 'picture of a match';
const validMs = 36 * hourMs;
/** An address is reused for this long. It is then still valid for a day. */
const reusedMs = 12 * hourMs;
const maxAddresses = 1_000;
/** The length of the longer side, pixels. */
const edge = 480;
const cacheBytes = 8 * 1024 ** 2;
const cachedMs = hourMs;
/** After a failure, a picture is not fetched again within this time. */
const absentMs = minuteMs;
const maxFetching = 4;
const fetchMs = 15_000;
const noPicture = Buffer.alloc(0);

export function createCandidatePictures({ artwork, box, clock, log }: Deps) {
  const addresses = new LRUCache<string, string>({ max: maxAddresses, ttl: reusedMs });
  const pictures = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length + 500,
    ttl: cachedMs,
  });
  const fetches = createSingleFlight<Buffer>();
  const fetching = pLimit(maxFetching);

  async function fetchFirst(urls: string[]): Promise<Buffer> {
    for (const url of urls) {
      try {
        return await artwork.fetchPreview(url, edge, AbortSignal.timeout(fetchMs));
      } catch (error) {
        const isExpected = error instanceof FetchFailure || error instanceof AppError || isTimeout(error);
        if (!isExpected) throw error;
        log.debug({ err: error, url }, 'a picture of a match could not be fetched');
      }
    }
    return noPicture;
  }

  async function fetchAndCache(key: string, urls: string[]): Promise<Buffer> {
    const picture = await fetching(() => fetchFirst(urls));
    pictures.set(key, picture, { ttl: picture.length > 0 ? cachedMs : absentMs });
    return picture;
  }

  return {
    /** Returns an address for the first of these pictures that can be fetched, or null without URLs. */
    async addressOf(urls: string[]): Promise<string | null> {
      if (urls.length === 0) return null;
      const key = JSON.stringify(urls);
      const known = addresses.get(key);
      if (known) return known;
      const until = clock.now().getTime() + validMs;
      const sealed = await box.seal(JSON.stringify({ urls, until }), purpose);
      const address = `/api/metadata/pictures?of=${sealed}`;
      addresses.set(key, address);
      return address;
    },

    /** Returns the picture as WebP. @throws AppError not_found, even for a forged or expired address */
    async open(sealed: string): Promise<Buffer> {
      const text = await box.open(sealed, purpose);
      if (!text) throw notFound('Picture');
      const { urls, until }: { urls: string[]; until: number } = JSON.parse(text);
      if (until < clock.now().getTime()) throw notFound('Picture');
      const key = JSON.stringify(urls);
      const picture = pictures.get(key) ?? (await fetches.run(() => fetchAndCache(key, urls), key));
      if (picture.length === 0) throw notFound('Picture');
      return picture;
    },
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

// Prepares the results of a search for storing and showing. Merges the entries of several providers if they are certainly the
// same game.

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
