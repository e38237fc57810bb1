// The kinds and states of contributions. Without zod, because the page imports it.

/** What was contributed: a new game, or a platform file or an extra for a game of the library. */
export const contributionKinds = ['game', 'file', 'extra'] as const;
export type ContributionKind = (typeof contributionKinds)[number];

export const contributionStates = ['waiting', 'accepted', 'declined'] as const;
export type ContributionState = (typeof contributionStates)[number];
