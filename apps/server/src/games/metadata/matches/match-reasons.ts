// The texts that explain to an admin why a game has its match, or has none.
import type { FoundMatch } from './match-candidates.ts';
import type { SearchResult } from './match-search.ts';

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
