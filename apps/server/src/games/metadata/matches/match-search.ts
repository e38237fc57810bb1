// Searches the providers for a game by its name: all at once for the picker, or one after the other until one is certain for the
// background job. The result includes the failures of providers.
import { type Choice, choose, type RankedCandidate } from '../matching/choose.ts';
import { findMatch, type Source } from '../matching/find-match.ts';
import type { ArchiveName } from '../matching/read-name.ts';
import type { AskOptions, Candidate, MetadataProvider } from '../providers/provider.ts';
import { ProviderFailure, tooSlow } from '../providers/provider-failure.ts';
import type { ProvidersService } from '../providers/providers.service.ts';

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
