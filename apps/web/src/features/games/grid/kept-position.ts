// Where the reader was in a list, for a reload and for coming back: by game, not by pixels, so that it holds in another
// window too. Kept as long as the tab. Used by the catalogue.

export interface Position {
  /** Of the first game in view. */
  index: number;
  /** How much of its row is above the view, as a share of the row. */
  hidden: number;
}

const storageKey = 'gamesPositions';
const maxKept = 30;

export function keptPosition(list: string): Position | undefined {
  return read().find(([key]) => key === list)?.[1];
}

/** Undefined: at the top. */
export function keepPosition(list: string, position: Position | undefined): void {
  const others = read().filter(([key]) => key !== list);
  const next = position ? [...others, [list, position]] : others;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(next.slice(-maxKept)));
  } catch {
    // Blocked or full storage: the list then begins at its top.
  }
}

function read(): [string, Position][] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
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
