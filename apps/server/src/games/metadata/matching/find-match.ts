// Searches the providers in order for the game that an archive's name means, with as few requests as possible. `npm run bench --
// matching` measures this with recorded responses.
import type { Candidate, MetadataSource, ProviderOptions } from '../providers/provider.ts';
import { type Choice, candidatesWithoutYear, choose } from './choose.ts';
import type { ArchiveName } from './read-name.ts';
import { searchTitles } from './search-titles.ts';

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
