// The texts that explain to an admin why a game has its match, or has none.
import type { FoundMatch } from './match-candidates.ts';
import type { SearchResult } from './match-search.ts';

type Searched = Pick<SearchResult, 'answered' | 'failures'>;

export const unexpected = 'Something went wrong on the server. It is tried again.';
export const chosenByHand = 'Chosen by hand.';
export const describedByHand = 'Described by hand.';
export const leftByHand = 'Left without a match by hand.';
export const takenBack = 'Its match was taken back.';
export const noProvider = 'No metadata provider is set up. Set one up in Admin Settings.';

export function takenReason(name: string, sources: string[], confidence: number, notices: string[]): string {
  const certainty = `${Math.floor(confidence * 100)} % sure`;
  return [`Taken by itself: “${name}” of ${joinNames(sources)}, ${certainty}.`, ...notices].join(' ');
}

export function reviewReason([best, second]: readonly FoundMatch[], searched: Searched): string {
  const isClose = best && second && best.confidence - second.confidence < 0.05;
  const doubt = isClose
    ? 'Several games may be meant.'
    : `The best match is ${Math.floor((best?.confidence ?? 0) * 100)} % sure.`;
  return [doubt, ...failureMessages(searched)].join(' ');
}

export function noneReason(title: string, searched: Searched): string {
  const asked = searched.answered.map(({ name }) => name);
  const nothing = asked.length > 0 ? [`Nothing like “${title}” was found at ${joinNames(asked)}.`] : [];
  return [...nothing, ...failureMessages(searched)].join(' ');
}

/** For an id from the archive's name that the provider does not know. */
export function unknownIdReason(source: string, id: string): string {
  return `${source} has no game ${id}.`;
}

/** Returns the failures' messages without repetitions. */
export function failureMessages({ failures }: Pick<Searched, 'failures'>): string[] {
  return [...new Set(failures.map(({ message }) => message))];
}

function joinNames(names: string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}
