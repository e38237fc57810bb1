// How a game can be played.

/** In the order in which they are stored and shown. */
export const playModes = ['singlePlayer', 'multiplayer', 'coop', 'sameScreen'] as const;

/**
 * - `multiplayer`: several players, online or in a local network.
 * - `coop`: several players on one side, wherever they sit.
 * - `sameScreen`: several players at one computer: split or shared screen, or in turns.
 */
export type PlayMode = (typeof playModes)[number];

/** The largest value of `Game.maxPlayers`. */
export const mostPlayers = 1000;

/** Returns these modes in their usual order, each once. */
export function orderedModes(modes: readonly string[]): PlayMode[] {
  return playModes.filter((mode) => modes.includes(mode));
}
