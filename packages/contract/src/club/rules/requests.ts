// The states of a request for a game. Without zod, because the page imports it.

export const requestStates = ['open', 'accepted', 'on_its_way', 'declined', 'fulfilled'] as const;
export type RequestState = (typeof requestStates)[number];

/** A request in one of these states waits for its game: members vote for it, and a game that arrives fulfils it. */
const waitingStates: readonly RequestState[] = ['open', 'accepted', 'on_its_way'];

export function isWaiting(state: RequestState): boolean {
  return waitingStates.includes(state);
}

/** `waiting` is everything without an answer, `own` what the member has requested. */
export const requestFilters = ['waiting', ...requestStates, 'own', 'all'] as const;
export type RequestFilter = (typeof requestFilters)[number];

export const requestSorts = ['votes', 'newest'] as const;
export type RequestSort = (typeof requestSorts)[number];
