// The letters of the strip, and the list positions they lead to.
import type { IndexRange } from './grid/page-window.ts';

export interface StripLetter {
  letter: string;
  /** The index of its first game; undefined if it has none. */
  position: number | undefined;
  /** Whether one of its games is visible. */
  isCurrent: boolean;
}

const alphabet = ['#', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '…'];

/** The letters that have games, as returned by the server, in list order. */
export type LettersWithGames = readonly { letter: string; position: number }[];

export function stripLetters(
  withGames: LettersWithGames,
  isDescending: boolean,
  inView: IndexRange,
): StripLetter[] {
  const order = isDescending ? alphabet.toReversed() : alphabet;
  return order.map((letter) => {
    const at = withGames.findIndex((one) => one.letter === letter);
    const begin = withGames[at]?.position;
    if (begin === undefined) return { letter, position: undefined, isCurrent: false };
    const end = withGames[at + 1]?.position ?? Number.POSITIVE_INFINITY;
    return { letter, position: begin, isCurrent: begin <= inView.last && end > inView.first };
  });
}

/** Returns the index of the nearest letter that has games. */
export function nearestWithGames(letters: readonly StripLetter[], index: number): number | undefined {
  const withGames = [...letters.keys()].filter((one) => letters[one]?.position !== undefined);
  return withGames.toSorted((a, b) => Math.abs(a - index) - Math.abs(b - index))[0];
}

/**
 * Returns the index of the letter last jumped to while one of its games is visible, otherwise of the first visible
 * letter.
 */
export function currentLetter(letters: readonly StripLetter[], jumped: number | undefined): number {
  if (jumped !== undefined && letters[jumped]?.isCurrent) return jumped;
  return Math.max(
    0,
    letters.findIndex(({ isCurrent }) => isCurrent),
  );
}

/** Returns the index of the next letter with games in a direction, or `index` if there is none. */
export function nextWithGames(letters: readonly StripLetter[], index: number, step: 1 | -1): number {
  let next = index + step;
  while (letters[next] && letters[next]?.position === undefined) next += step;
  return letters[next] ? next : index;
}
