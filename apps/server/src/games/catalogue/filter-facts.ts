// What games are sorted and filtered by besides their cards, and how these facts become numbers.

import type { GameListItem } from '@cellar/contract/games/games.ts';
import type { MatchState } from '@cellar/contract/games/matches.ts';
import { type Lackable, lackables } from '@cellar/contract/games/rules/admin-games.ts';
import { type PlayerFilter, playerFilters, yearOf } from '@cellar/contract/games/rules/catalogue-filter.ts';
import type { PlayMode } from '@cellar/contract/games/rules/play-modes.ts';
import { type Part, type SavedParts, Texts } from './index-parts.ts';
import type { Names } from './shared-names.ts';

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

// Stores each game's JSON for the catalogue pages compactly: one value per line, without keys. Pages are assembled from these
// bytes without a query, an object or a schema check.

export interface Card {
  id: string;
  title: string;
  boxArt: string | null;
  thumbhash: string | null;
  /** In the order in which pages show them. */
  platforms: Names;
  genres: Names;
  createdAt: string;
  /** `YYYY-MM-DD`. */
  releaseDate: string | null;
  /** Of all platform files, in bytes. */
  size: number;
  modes: readonly PlayMode[];
  maxPlayers: number | null;
}

/** The key of each line. */
const keys = [
  '_id',
  'title',
  'boxArtUrl',
  'boxArtThumbhash',
  'platforms',
  'genres',
  'createdAt',
  'releaseDate',
  'totalSize',
  'modes',
  'maxPlayers',
] satisfies (keyof GameListItem)[];

/** The text before each value. A line feed separates values because JSON values never contain one. */
const openings = keys.map((key, at) => Buffer.from(`${at === 0 ? '{' : ','}"${key}":`));
const openingBytes = openings.reduce((sum, { length }) => sum + length, 0);
const [lineFeed, comma, brace] = [0x0a, 0x2c, 0x7d];

export class Cards {
  readonly #lines = new Texts();

  parts(): Part[] {
    return this.#lines.parts();
  }

  restore(parts: SavedParts): void {
    this.#lines.restore(parts);
  }

  push(card: Card): void {
    this.#lines.push(linesOf(card));
  }

  /** Returns whether a row shows exactly this. */
  isSame(row: number, card: Card): boolean {
    return this.#lines.compareTo(row, Buffer.from(linesOf(card))) === 0;
  }

  /** Returns the games as JSON objects separated by commas, between two ASCII texts. */
  join(rows: Uint32Array, before: string, after: string): Buffer {
    let most = before.length + rows.length * (openingBytes + 2) + after.length;
    for (const row of rows) most += this.#lines.lengthOf(row);
    const joined = Buffer.allocUnsafe(most);
    let at = joined.write(before, 'latin1');
    for (const row of rows) {
      at = this.#write(row, joined, at);
      joined[at] = comma;
      at += 1;
    }
    // Overwrites the last comma.
    if (rows.length > 0) at -= 1;
    return joined.subarray(0, at + joined.write(after, at, 'latin1'));
  }

  #write(row: number, target: Buffer, start: number): number {
    const bytes = this.#lines.blockOf(row);
    let from = this.#lines.startOf(row);
    const end = from + this.#lines.lengthOf(row);
    let at = start;
    for (const opening of openings) {
      target.set(opening, at);
      at += opening.length;
      for (; from < end && bytes[from] !== lineFeed; from += 1, at += 1) target[at] = bytes[from] as number;
      from += 1;
    }
    target[at] = brace;
    return at + 1;
  }
}

function linesOf({ id, title, boxArt, thumbhash, platforms, genres, createdAt, ...card }: Card): string {
  const boxArtUrl = boxArt && `/api/artwork/${boxArt}`;
  const facts = [id, title, boxArtUrl, thumbhash, platforms, genres, createdAt];
  const values = [...facts, card.releaseDate, card.size, card.modes, card.maxPlayers];
  return values.map((value) => JSON.stringify(value)).join('\n');
}
