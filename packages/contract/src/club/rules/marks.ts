// What a member notes about a game, and the filters by it.

/** At most one of these at a time. */
export const playStates = ['to_play', 'played', 'not_for_me'] as const;

export type PlayState = (typeof playStates)[number];

/** What a game can be marked as. `liked`: a thumbs up, which all members see as a number. The rest only the member sees. */
export const marks = ['favorite', ...playStates, 'liked'] as const;

export type Mark = (typeof marks)[number];

/** Games that a list can leave out. `downloaded`: the member has completed a download of a platform file. */
export const hideable = ['downloaded', 'played', 'not_for_me'] as const;

export type Hideable = (typeof hideable)[number];

/** The part of a filter that depends on the member. */
export interface PersonalFilter {
  /** A game must have one of these marks. */
  mine: readonly Mark[];
  hide: readonly Hideable[];
  /** `new`: only games that were added since the member's last visit. */
  added: 'new' | '';
}

export const noPersonalFilter: PersonalFilter = { mine: [], hide: [], added: '' };

export function hasPersonalFilter({ mine, hide, added }: PersonalFilter): boolean {
  return mine.length > 0 || hide.length > 0 || added !== '';
}
