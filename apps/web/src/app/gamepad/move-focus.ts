// Moves the focus to the next target in a direction, or scrolls if that target is far away.
import { topDialog } from '#ui/dialogs/top-layer.ts';
import {
  boxOf,
  type FocusTarget,
  focusTargetsIn,
  isInView,
  isPinnedInView,
  layerOf,
} from './focus-targets.ts';
import { type Box, type Direction, isSideways, nearestIndex } from './nearest.ts';

/** The share of the window that one step scrolls, so that long texts can be read. */
const scrollShare = 0.6;

/** Returns whether anything has moved. */
export function moveFocus(direction: Direction): boolean {
  const root = topDialog() ?? document.body;
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

/** Scrolls the open dialog or the page by a share of the window. Returns false at the end. */
export function scrollBy(direction: Direction, share: number): boolean {
  const scroller = topDialog() ?? document.documentElement;
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
