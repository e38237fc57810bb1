// What games are sorted and filtered by besides their cards, and how these facts become numbers.
import type { MatchState } from '@cellar/contract/games/matches.ts';
import { type Lackable, lackables } from '@cellar/contract/games/rules/admin-games.ts';
import { type PlayerFilter, playerFilters, yearOf } from '@cellar/contract/games/rules/catalogue-filter.ts';
import type { PlayMode } from '@cellar/contract/games/rules/play-modes.ts';

export interface GameFacts {
  boxArt: string | null;
  /** `YYYY-MM-DD`. */
  releaseDate: string | null;
  platforms: readonly string[];
  /** Bytes. */
  size: number;
  developer: string | null;
  hasDescription: boolean;
  /** Null if the game has no match and nobody has searched for one. */
  matchState: MatchState | null;
  /** Whether a platform file is missing on the disk. */
  isFileMissing: boolean;
  /** Whether only admins see the game. */
  isHidden: boolean;
  /** How many members like the game. */
  likes: number;
  modes: readonly PlayMode[];
  maxPlayers: number | null;
}

/** One bit for each of `lackables`, one for a file that is missing on the disk, and one for a hidden game. */
export const fileMissing = 2 ** lackables.length;
export const hidden = 2 * fileMissing;

/** One bit for each of `playerFilters`. */
export function playerBits(players: readonly PlayerFilter[]): number {
  return players.reduce((bits, one) => bits | (1 << playerFilters.indexOf(one)), 0);
}

export function bitOf(name: Lackable): number {
  return 2 ** lackables.indexOf(name);
}

export function flagsOf(facts: GameFacts): number {
  const isLacking: Record<Lackable, boolean> = {
    cover: facts.boxArt === null,
    description: !facts.hasDescription,
    year: yearOf(facts.releaseDate) === 0,
    file: facts.platforms.length === 0 || facts.isFileMissing,
    match: facts.matchState !== 'matched',
  };
  const bits = lackables.filter((name) => isLacking[name]).map(bitOf);
  const others = (facts.isFileMissing ? fileMissing : 0) | (facts.isHidden ? hidden : 0);
  return bits.reduce((all, bit) => all | bit, others);
}

/** Milliseconds since 1970, or infinity: a game without a valid date comes after all others. */
export function timeOf(text: string | null): number {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}
