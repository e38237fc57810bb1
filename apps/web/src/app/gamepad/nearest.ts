// The rule that decides where an arrow key or the D-pad moves the focus.
/** The edges of an element in the window, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** A box as seen in the direction of the move: `near` to `far` is its extent ahead, `start` to `end` the one across. */
interface Turned {
  near: number;
  far: number;
  start: number;
  end: number;
}

/** The share of the smaller box that must overlap, so that two boxes stand in the same row. */
const rowOverlap = 0.25;
/** What a step aside costs, compared with one ahead. */
const asideWeight = 2;
/** Decides between boxes that are equally far. */
const startWeight = 0.01;

export function isSideways(direction: Direction): boolean {
  return direction === 'left' || direction === 'right';
}

/**
 * Returns the index of the box that is nearest in the direction, or undefined if there is none. Left and right stay in
 * the row, so that the end of a shelf is an end. Up and down prefer what is straight ahead, but find everything.
 */
export function nearestIndex(direction: Direction, from: Box, boxes: readonly Box[]): number | undefined {
  const origin = turn(from, direction);
  let best: number | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const [index, box] of boxes.entries()) {
    const target = turn(box, direction);
    if (!isAhead(origin, target) || (isSideways(direction) && !isInRow(origin, target))) continue;
    const cost = costOf(origin, target);
    if (cost >= lowest) continue;
    best = index;
    lowest = cost;
  }
  return best;
}

function turn({ left, top, right, bottom }: Box, direction: Direction): Turned {
  if (direction === 'down') return { near: top, far: bottom, start: left, end: right };
  if (direction === 'up') return { near: -bottom, far: -top, start: left, end: right };
  if (direction === 'right') return { near: left, far: right, start: top, end: bottom };
  return { near: -right, far: -left, start: top, end: bottom };
}

/** Boxes may overlap a little, but one inside the other is not ahead of it. */
function isAhead(origin: Turned, target: Turned): boolean {
  return target.near >= (origin.near + origin.far) / 2 && target.far > origin.far;
}

function isInRow(origin: Turned, target: Turned): boolean {
  const shared = Math.min(origin.end, target.end) - Math.max(origin.start, target.start);
  return shared > rowOverlap * Math.min(origin.end - origin.start, target.end - target.start);
}

function costOf(origin: Turned, target: Turned): number {
  const ahead = Math.max(0, target.near - origin.far);
  const aside = Math.max(0, target.start - origin.end, origin.start - target.end);
  return ahead + asideWeight * aside + startWeight * Math.abs(target.start - origin.start);
}
