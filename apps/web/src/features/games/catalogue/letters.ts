// The letters of the strip, and the list positions they lead to.
import type { View } from '../grid/page-window.ts';

export interface Sign {
  sign: string;
  /** The index of its first game; undefined if it has none. */
  position: number | undefined;
  /** Whether one of its games is visible. */
  isCurrent: boolean;
}

const alphabet = ['#', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '…'];

/** The letters that have games, as returned by the server, in list order. */
export type Letters = readonly { letter: string; position: number }[];

export function signsOf(letters: Letters, isDescending: boolean, inView: View): Sign[] {
  const order = isDescending ? alphabet.toReversed() : alphabet;
  return order.map((sign) => {
    const at = letters.findIndex(({ letter }) => letter === sign);
    const begin = letters[at]?.position;
    if (begin === undefined) return { sign, position: undefined, isCurrent: false };
    const end = letters[at + 1]?.position ?? Number.POSITIVE_INFINITY;
    return { sign, position: begin, isCurrent: begin <= inView.last && end > inView.first };
  });
}

/** Returns the index of the nearest sign that has games. */
export function nearestLit(signs: readonly Sign[], place: number): number | undefined {
  const lit = signs.map((_, index) => index).filter((index) => signs[index]?.position !== undefined);
  return lit.toSorted((a, b) => Math.abs(a - place) - Math.abs(b - place))[0];
}

/**
 * Returns the index of the sign last jumped to while one of its games is visible, otherwise of the first visible sign.
 */
export function currentSign(signs: readonly Sign[], jumped: number | undefined): number {
  if (jumped !== undefined && signs[jumped]?.isCurrent) return jumped;
  return Math.max(
    0,
    signs.findIndex(({ isCurrent }) => isCurrent),
  );
}

/** Returns the index of the next sign with games in a direction, or `index` if there is none. */
export function litAfter(signs: readonly Sign[], index: number, step: 1 | -1): number {
  let next = index + step;
  while (signs[next] && signs[next]?.position === undefined) next += step;
  return signs[next] ? next : index;
}
