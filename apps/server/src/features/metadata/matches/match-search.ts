// Searches the providers for the game of an archive's name: all of them at once for the picker, one after the other until one
// is sure for the background job. What could not be asked is told beside what was found.
import { type Choice, choose, type RankedCandidate } from '../matching/choose.ts';
import { findMatch, type Source } from '../matching/find-match.ts';
import type { ArchiveName } from '../matching/read-name.ts';
import type { AskOptions, Candidate, MetadataProvider } from '../providers/provider.ts';
import { ProviderFailure, tooSlow } from '../providers/provider-failure.ts';
import type { ProvidersService } from '../providers/providers.service.ts';

export interface SearchResult {
  /** One provider alone is sure of it. */
  automatic?: Candidate;
  ranked: RankedCandidate[];
  failures: ProviderFailure[];
  /** Those that have answered. */
  answered: MetadataProvider[];
}

/** Those that are asked, and the one that the name pins, first. */
export async function listSources(
  providers: ProvidersService,
  { pinned }: ArchiveName,
): Promise<MetadataProvider[]> {
  const asked = await providers.listAsked();
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
  return summarise(name, answers);
}

/** What the name pins is that game or a question for a human: never another one that merely looks like it. */
export async function searchInTurn(
  name: ArchiveName,
  sources: MetadataProvider[],
  options: AskOptions,
): Promise<SearchResult> {
  const answers: Answer[] = [];
  let isPinLost = false;
  for (const source of sources) {
    const answer = await searchAt(name, source, options);
    answers.push(answer);
    if (answer.choice?.kind === 'automatic') break;
    if (name.pinned?.source !== source.id) continue;
    if (answer.failure) break;
    isPinLost = true;
  }
  const { automatic, ...found } = summarise(name, answers);
  return automatic && !isPinLost ? { ...found, automatic } : found;
}

/** The one that this provider is sure of. @throws ProviderFailure */
export async function findTwin(
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

/** @throws what is no failure of the provider */
export function asFailure(source: MetadataProvider, error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
  return new ProviderFailure(source.id, 'timeout', tooSlow(source.name), null);
}

function summarise(name: ArchiveName, answers: Answer[]): SearchResult {
  const found = answers.flatMap(({ choice }) => choice?.ranked.map(({ candidate }) => candidate) ?? []);
  const sure = answers.find(({ choice }) => choice?.kind === 'automatic')?.choice;
  return {
    ...(sure?.kind === 'automatic' ? { automatic: sure.candidate } : {}),
    // Anew, so that all stand in one order.
    ranked: choose(name, found).ranked,
    failures: answers.flatMap(({ failure }) => failure ?? []),
    answered: answers.filter(({ choice }) => choice).map(({ source }) => source),
  };
}
