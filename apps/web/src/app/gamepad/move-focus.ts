// Moves the focus to the next target in a direction, or scrolls if that target is far away.
import { topDialog } from '#ui/dialogs/top-layer.ts';

/** Returns what covers the page: a dialog, or the menu of the bar. */
export function topPanel(): HTMLElement | undefined {
  return topDialog() ?? document.querySelector<HTMLElement>(':popover-open') ?? undefined;
}

/** The share of the window that one step scrolls, so that long texts can be read. */
const scrollShare = 0.6;

/** Returns whether anything has moved. */
export function moveFocus(direction: Direction): boolean {
  const root = topPanel() ?? document.body;
  const targets = focusTargetsIn(root);
  const from = focusedElement();
  if (!from) return focusOn(firstTarget(targets));
  const layer = layerOf(from, root, new Map());
  const own = boxOf(from);
  // After scrolling, the focus continues in the visible part of the page.
  const origin = isInView(own) || layer !== root ? own : edgeOf(own, direction);
  const reachable = targets.filter(
    ({ element, box }) => element !== from && (isSideways(direction) || isWithinWidth(box)),
  );
  const inLayer = reachable.filter((target) => target.layer === layer);
  const inView = reachable.filter(({ box }) => isInView(box));
  const near = nearest(direction, origin, inLayer);
  if (near && isVisible(near) && !isSideways(direction)) {
    // A bar above or below that stays in view counts too, if it comes before what the page has next.
    const between = inView.filter(
      (target) => target.layer !== layer && isBefore(direction, target.box, near.box),
    );
    return focusOn(nearest(direction, origin, [near, ...between]));
  }
  if (near && !isFar(near.box)) return focusOn(near);
  if (layer === root && scrollBy(direction, scrollShare)) return true;
  return focusOn(near ?? nearest(direction, own, inView));
}

/** The focused element, unless only the page or a dialog as a whole has the focus. */
export function focusedElement(): HTMLElement | undefined {
  const { activeElement: active } = document;
  const isWhole = !active || active.matches('body, main, dialog');
  return isWhole || !(active instanceof HTMLElement) ? undefined : active;
}

/** Scrolls what covers the page, or the page, by a share of the window. Returns false at the end. */
export function scrollBy(direction: Direction, share: number): boolean {
  const scroller = topPanel() ?? document.documentElement;
  const { scrollTop, scrollHeight, clientHeight } = scroller;
  const isEnd = direction === 'down' ? scrollTop + clientHeight >= scrollHeight - 1 : scrollTop <= 0;
  if (isSideways(direction) || isEnd) return false;
  scroller.scrollBy({
    top: (direction === 'down' ? share : -share) * clientHeight,
    behavior: scrollBehavior(),
  });
  return true;
}

/** Scripts have to respect the preference themselves. */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}

/** The game that is first in view, otherwise the first control of the page's content. */
function firstTarget(targets: FocusTarget[]): FocusTarget | undefined {
  const inView = targets.filter(({ box }) => isInView(box));
  const inside = inView.filter(({ element }) => element.closest('main, dialog'));
  return inside.find(({ element }) => element.matches('a[data-index]')) ?? inside[0] ?? inView[0];
}

function nearest(direction: Direction, from: Box, targets: FocusTarget[]): FocusTarget | undefined {
  const index = nearestIndex(
    direction,
    from,
    targets.map(({ box }) => box),
  );
  return index === undefined ? undefined : targets[index];
}

function focusOn(target: FocusTarget | undefined): boolean {
  if (!target) return false;
  const { element } = target;
  element.focus({ preventScroll: true });
  if (!isPinnedInView(element)) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: scrollBehavior() });
  }
  return true;
}

/** Games that were scrolled out of their shelf are reached only along the shelf. */
function isWithinWidth({ left, right }: Box): boolean {
  return right > 0 && left < window.innerWidth;
}

/** Returns whether the target is in view, and not covered by a bar. */
function isVisible({ element, box: { left, top, right, bottom } }: FocusTarget): boolean {
  const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return shown !== null && (element.contains(shown) || shown.contains(element));
}

function isBefore(direction: Direction, box: Box, other: Box): boolean {
  return direction === 'up' ? box.bottom >= other.bottom : box.top <= other.top;
}

function isFar({ top, bottom }: Box): boolean {
  return top > 1.5 * window.innerHeight || bottom < -0.5 * window.innerHeight;
}

function edgeOf({ left, right }: Box, direction: Direction): Box {
  const y = direction === 'up' ? window.innerHeight : 0;
  return { left, right, top: y, bottom: y };
}

// The targets of the page that arrow keys and the D-pad can reach.

interface FocusTarget {
  element: HTMLElement;
  box: Box;
  /** The bar that stays in view while the page scrolls, or the page or dialog itself. */
  layer: Element;
}

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/**
 * Never reached: what is marked as useful only to pointers or Tab, what can't be left again because it needs the arrow
 * keys itself, and what is hidden from assistive technology.
 */
const skipped =
  '[data-skip-arrows], [data-skip-arrows] *, [role="slider"], video, audio, iframe, ' +
  'input:is([type="hidden"], [type="file"], [type="range"], [type="number"], [type="date"], [type="time"], ' +
  '[type="datetime-local"]), :disabled, [inert] *, [aria-hidden="true"], [aria-hidden="true"] *';

/** The games of a grid are one Tab stop, but each can be reached. */
const gridCell = 'a[data-index]';

function focusTargetsIn(root: HTMLElement): FocusTarget[] {
  const layers = new Map<Element, Element>();
  const targets: FocusTarget[] = [];
  for (const element of root.querySelectorAll<HTMLElement>(focusable)) {
    if (element.matches(skipped) || (element.tabIndex < 0 && !element.matches(gridCell))) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const box = boxOf(element);
    if (box.right - box.left < 1 || box.bottom - box.top < 1) continue;
    targets.push({ element, box, layer: layerOf(element, root, layers) });
  }
  return targets;
}

/** A radio button may be invisible, with a label in its target. */
export function boxOf(element: HTMLElement): Box {
  const box = element.getBoundingClientRect();
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
  return label && box.width < 4 ? label.getBoundingClientRect() : box;
}

/** `known` remembers the layers of elements whose children were asked about. */
function layerOf(element: Element, root: Element, known: Map<Element, Element>): Element {
  if (element === root) return root;
  const seen = known.get(element);
  if (seen) return seen;
  const isPinned = /^(sticky|fixed)$/.test(getComputedStyle(element).position);
  const { parentElement } = element;
  const layer = isPinned || !parentElement ? element : layerOf(parentElement, root, known);
  known.set(element, layer);
  return layer;
}

/** Returns whether a bar that stays in view shows the whole element, so that scrolling to it would only move the page. */
export function isPinnedInView(element: HTMLElement): boolean {
  const root = topPanel() ?? document.body;
  const { top, bottom } = boxOf(element);
  return top >= 0 && bottom <= window.innerHeight && layerOf(element, root, new Map()) !== root;
}

function isInView({ left, top, right, bottom }: Box): boolean {
  return bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
}

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
