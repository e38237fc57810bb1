// The signs of the jump strip and where they lead. Pure; used by the strip.
import type { View } from '../grid/page-window.ts';

export interface Sign {
  sign: string;
  /** Of its first game; undefined where no game has it. */
  position: number | undefined;
  /** One of its games is in view. */
  isCurrent: boolean;
}

const alphabet = ['#', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '…'];

/** As the server gives them: those with games, in the list's order. */
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

/** The sign with games that is nearest to a place of the strip. */
export function nearestLit(signs: readonly Sign[], place: number): number | undefined {
  const lit = signs.map((_, index) => index).filter((index) => signs[index]?.position !== undefined);
  return lit.toSorted((a, b) => Math.abs(a - place) - Math.abs(b - place))[0];
}

/** The sign the strip is at: the one last jumped to while one of its games is in view, else the first in view. */
export function currentSign(signs: readonly Sign[], jumped: number | undefined): number {
  if (jumped !== undefined && signs[jumped]?.isCurrent) return jumped;
  return Math.max(
    0,
    signs.findIndex(({ isCurrent }) => isCurrent),
  );
}

/** The next one with games in a direction, or the one it is at. */
export function litAfter(signs: readonly Sign[], index: number, step: 1 | -1): number {
  let next = index + step;
  while (signs[next] && signs[next]?.position === undefined) next += step;
  return signs[next] ? next : index;
}
