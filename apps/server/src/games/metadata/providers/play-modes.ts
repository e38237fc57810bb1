// The play modes of a game, from what a provider says about them.
import { type PlayMode, playModes } from '@cellar/contract/games/rules/play-modes.ts';

/** `several`: several players, but the provider does not say whether at one screen or over a network. */
export type PlaySign = PlayMode | 'several';

/** A game for several players that names only the same screen is not taken for one with a network mode. */
export function modesOf(signs: readonly PlaySign[]): PlayMode[] {
  const isForSeveral = signs.includes('several') && !signs.includes('sameScreen');
  return playModes.filter((mode) => signs.includes(mode) || (mode === 'multiplayer' && isForSeveral));
}
