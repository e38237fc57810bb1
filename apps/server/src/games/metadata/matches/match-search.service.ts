// Searches the providers for a title, for members. Nobody waits urgently, so pauses and the pace of the providers apply.
import type { ProviderId } from '@cellar/contract/games/metadata.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { Db } from '#db/schema.ts';
import type { FoundGame } from '#games/game-editing.service.ts';
import type { SanitizationService } from '#games/sanitization/sanitization.service.ts';
import { splitTitle } from '../matching/added-words.ts';
import { type Choice, choose, findMatch, type RankedCandidate, type Source } from '../matching/find-match.ts';
import { type ArchiveName, readName } from '../matching/read-name.ts';
import { gamesOf, learnableName } from '../names/learned-names.service.ts';
import {
  type AskOptions,
  type Candidate,
  type GameDetails,
  type MetadataProvider,
  ProviderFailure,
  tooSlow,
} from '../providers/provider.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import { type FoundMatch, mergeRanked } from './match-candidates.service.ts';
import { findMatchRow } from './matches.repository.ts';

export interface FoundTitle {
  title: string;
  year: number | null;
  developer: string | null;
  sources: ProviderId[];
  /** The providers' games, such as `steam:220`. */
  entries: string[];
  /** The addresses of its cover at the providers, best first. */
  coverUrls: string[];
}

export interface FoundTitles {
  /** Best first. */
  games: FoundTitle[];
  /** Whether any provider has answered. */
  isAnswered: boolean;
}

export type TitleSearch = ReturnType<typeof createTitleSearch>;

/** A member who has to wait longer requests the game without a candidate. */
const searchMs = 25_000;

export function createTitleSearch({ providers }: { providers: ProvidersService }) {
  return {
    async search(title: string): Promise<FoundTitles> {
      const name = readName(title);
      const sources = await listSources(providers, name);
      const { ranked, answered } = await searchAll(name, sources, { signal: AbortSignal.timeout(searchMs) });
      const order = sources.map(({ id }) => id);
      const games = mergeRanked(ranked, order).map(({ id, name, year, developer, sources, coverUrls }) => ({
        title: name,
        year,
        developer,
        sources,
        entries: gamesOf(id),
        coverUrls,
      }));
      return { games, isAnswered: answered.length > 0 };
    },
  };
}

// Searches the providers for a game by its name: all at once for the picker, or one after the other until one is certain for the
// background job. The result includes the failures of providers.

export interface SearchResult {
  /** The candidate that a provider is certain of. */
  automatic?: Candidate;
  ranked: RankedCandidate[];
  failures: ProviderFailure[];
  /** The providers that have answered. */
  answered: MetadataProvider[];
}

/** Returns the providers to ask, in order. If the name contains a provider's id, that provider comes first. */
export async function listSources(
  providers: ProvidersService,
  { pinned }: ArchiveName,
): Promise<MetadataProvider[]> {
  const asked = await providers.listUsable();
  if (!pinned) return asked;
  const first = providers.get(pinned.source);
  const others = asked.filter(({ id }) => id !== pinned.source);
  return (await first.isConfigured()) ? [first, ...others] : others;
}

export async function searchAll(
  name: ArchiveName,
  sources: MetadataProvider[],
  options: AskOptions,
): Promise<SearchResult> {
  const answers = await Promise.all(sources.map((source) => searchAt(name, source, options)));
  return summarize(name, answers);
}

/** If the name contains an id, only the game with that id is certain: an admin must always decide on a similar game. */
export async function searchInTurn(
  name: ArchiveName,
  sources: MetadataProvider[],
  options: AskOptions,
): Promise<SearchResult> {
  const answers: Answer[] = [];
  let isPinUnknown = false;
  for (const source of sources) {
    const answer = await searchAt(name, source, options);
    answers.push(answer);
    if (answer.choice?.kind === 'automatic') break;
    if (name.pinned?.source !== source.id) continue;
    if (answer.failure) break;
    isPinUnknown = true;
  }
  const { automatic, ...found } = summarize(name, answers);
  return automatic && !isPinUnknown ? { ...found, automatic } : found;
}

/** Returns the candidate that this provider is certain of. @throws ProviderFailure */
export async function findCertain(
  name: ArchiveName,
  source: MetadataProvider,
  options: AskOptions,
): Promise<Candidate | undefined> {
  const { choice, failure } = await searchAt(name, source, options);
  if (failure) throw failure;
  return choice?.kind === 'automatic' ? choice.candidate : undefined;
}

interface Answer {
  source: MetadataProvider;
  choice?: Choice;
  failure?: ProviderFailure;
}

async function searchAt(name: ArchiveName, source: MetadataProvider, options: AskOptions): Promise<Answer> {
  const { id } = source;
  const asked: Source = {
    id,
    search: (title) => source.search(title, options),
    byId: (gameId) => source.byId(gameId, options),
  };
  try {
    return { source, choice: await findMatch(name, [asked]) };
  } catch (error) {
    return { source, failure: asFailure(source, error) };
  }
}

/** Converts a timeout to a failure. @throws the error if the provider did not cause it */
export function asFailure(source: MetadataProvider, error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
  return new ProviderFailure(source.id, 'timeout', tooSlow(source.name), null);
}

function summarize(name: ArchiveName, answers: Answer[]): SearchResult {
  const found = answers.flatMap(({ choice }) => choice?.ranked.map(({ candidate }) => candidate) ?? []);
  const certain = answers.find(({ choice }) => choice?.kind === 'automatic')?.choice;
  return {
    ...(certain?.kind === 'automatic' ? { automatic: certain.candidate } : {}),
    // Rank the candidates of all providers together.
    ranked: choose(name, found).ranked,
    failures: answers.flatMap(({ failure }) => failure ?? []),
    answered: answers.filter(({ choice }) => choice).map(({ source }) => source),
  };
}

// Chooses the name to search for: the archive's name, or the game's title if an admin has changed it to something else. An id in
// the archive's name is used in both cases.

interface Named {
  title: string;
  fileName: string | null;
}

export async function nameToSearch(
  sanitization: SanitizationService,
  { title, fileName }: Named,
): Promise<ArchiveName> {
  const byTitle = readName(title);
  if (!fileName) return byTitle;
  const byFile = readName(fileName);
  if (isSameName(byFile, byTitle)) return { ...byFile, ...pinOf(byTitle, byFile) };
  const { sanitizedTitle } = await sanitization.sanitize(fileName);
  if (titleKey(sanitizedTitle) === titleKey(title)) return byFile;
  return { ...byTitle, ...pinOf(byTitle, byFile) };
}

/** Returns the name of a game to search for, and the name under which decisions about it are remembered. */
export async function ownNames(
  { db, sanitization }: { db: Db; sanitization: SanitizationService },
  { game }: FoundGame,
): Promise<{ name: ArchiveName; searchedAs: string }> {
  const row = await findMatchRow(db, game.id);
  const named = { title: game.title, fileName: row?.fileName ?? null };
  const name = await nameToSearch(sanitization, named);
  // Perhaps an admin has changed the title since the search.
  return { name, searchedAs: row?.searchedAs ?? learnableName(name) };
}

/** Returns whether both name the same game. The file's name then has more details, such as year, edition and platform. */
function isSameName(byFile: ArchiveName, byTitle: ArchiveName): boolean {
  const fileParts = splitTitle(byFile.title);
  const titleParts = splitTitle(byTitle.title);
  return (
    fileParts.words.join('') === titleParts.words.join('') &&
    fileParts.editions.join() === titleParts.editions.join()
  );
}

function pinOf(byTitle: ArchiveName, byFile: ArchiveName): Pick<ArchiveName, 'pinned'> {
  const pinned = byTitle.pinned ?? byFile.pinned;
  return pinned ? { pinned } : {};
}

/** Returns the name for finding a known game at another provider. */
export function nameOfKnown({ title, year }: GameDetails): ArchiveName {
  const { pinned: _, ...name } = readName(title);
  // Use the title unchanged: the number in `Cyberpunk 2077` is not a year.
  return { ...name, title, year, isYearBare: false, maybeNumber: null };
}

// The texts that explain to an admin why a game has its match, or has none.

type Searched = Pick<SearchResult, 'answered' | 'failures'>;

export const unexpectedError = 'Something went wrong on the server. The search will be repeated.';
export const chosenByAdmin = 'Chosen by an admin.';
export const describedByAdmin = 'An admin entered the metadata.';
export const leftByAdmin = 'An admin left the game without a match.';
export const undone = 'The match was undone.';
export const noProvider = 'No metadata provider is set up. Set one up in Admin Settings.';

export function matchedReason(
  name: string,
  sources: string[],
  confidence: number,
  notices: string[],
): string {
  const match = `“${name}” from ${joinNames(sources)}, ${percent(confidence)} confidence.`;
  return [`Matched automatically: ${match}`, ...notices].join(' ');
}

/** `name`: what the match is called. */
export function learnedReason(name: string | null, notices: string[]): string {
  const match = name === null ? 'this match' : `“${name}”`;
  return [`Matched automatically: an admin has chosen ${match} for this name before.`, ...notices].join(' ');
}

export function reviewReason([best, second]: readonly FoundMatch[], searched: Searched): string {
  const isClose = best && second && best.confidence - second.confidence < 0.05;
  const doubt = isClose
    ? 'Several games are possible.'
    : `The best match has ${percent(best?.confidence ?? 0)} confidence.`;
  return [doubt, ...failureMessages(searched)].join(' ');
}

export function noneReason(title: string, searched: Searched): string {
  const asked = searched.answered.map(({ name }) => name);
  const nothing = asked.length > 0 ? [`No game like “${title}” was found at ${joinNames(asked)}.`] : [];
  return [...nothing, ...failureMessages(searched)].join(' ');
}

/** For a search that has found only refused games. */
export function refusedReason(searched: Searched): string {
  return [
    'The search found only games that an admin has refused for this name.',
    ...failureMessages(searched),
  ].join(' ');
}

/** For an id from the archive's name that the provider does not know. */
export function unknownIdReason(source: string, id: string): string {
  return `${source} has no game with the id ${id}.`;
}

/** Returns the failures' messages without repetitions. */
export function failureMessages({ failures }: Pick<Searched, 'failures'>): string[] {
  return [...new Set(failures.map(({ message }) => message))];
}

function percent(confidence: number): string {
  return `${Math.floor(confidence * 100)}%`;
}

function joinNames(names: string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}
