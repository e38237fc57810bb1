// The parts of the list of collections, and when a LAN night is over. Without zod, because the page imports it.

/**
 * `nights`: LAN nights that are not over, the next one first. `past`: those that are. The others have no date: `club`: made by admins for
 * everybody, `own`: the reader's, `shared`: shared by other members.
 */
export const collectionGroups = ['nights', 'club', 'own', 'shared', 'past'] as const;
export type CollectionGroup = (typeof collectionGroups)[number];

/** `list`: games in an order that its owner chooses. `smart`: all games that match a filter. */
export const collectionKinds = ['list', 'smart'] as const;
export type CollectionKind = (typeof collectionKinds)[number];

export const nightAnswers = ['coming', 'not_coming'] as const;
export type NightAnswer = (typeof nightAnswers)[number];

/** A LAN night is over so long after its beginning. */
export const nightMs = 16 * 60 * 60_000;

/** `now`: an ISO time. */
export function isOver({ startsAt }: { startsAt: string }, now: string): boolean {
  return Date.parse(startsAt) + nightMs < Date.parse(now);
}
