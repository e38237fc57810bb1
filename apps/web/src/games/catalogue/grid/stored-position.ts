// Remembers the user's position in a list for reloads and returns. Positions are game indices instead of pixels, so
// that they remain valid in windows of other sizes.
import { inTab, storedJson } from '#lib/stored.ts';

export interface Position {
  /** The index of the first visible game. */
  index: number;
  /** The share of its row that is scrolled out of view, from 0 to 1. */
  hidden: number;
}

const storage = storedJson('gamesPositions', inTab);
const maxKept = 30;

export function storedPosition(list: string): Position | undefined {
  return read().find(([key]) => key === list)?.[1];
}

/** Stores a position; undefined means the top of the list. */
export function storePosition(list: string, position: Position | undefined): void {
  const others = read().filter(([key]) => key !== list);
  const next = position ? [...others, [list, position]] : others;
  storage.set(next.slice(-maxKept));
}

function read(): [string, Position][] {
  const kept = storage.get();
  return Array.isArray(kept) ? kept.filter(isEntry) : [];
}

function isEntry(entry: unknown): entry is [string, Position] {
  const [key, position] = Array.isArray(entry) ? entry : [];
  return (
    typeof key === 'string' &&
    position?.index >= 0 &&
    Number.isSafeInteger(position.index) &&
    Number.isFinite(position?.hidden)
  );
}
