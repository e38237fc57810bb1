// The targets of the page that arrow keys and the D-pad can reach.
import { topDialog } from '#ui/dialogs/top-layer.ts';
import type { Box } from './nearest.ts';

export interface FocusTarget {
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

export function focusTargetsIn(root: HTMLElement): FocusTarget[] {
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
export function layerOf(element: Element, root: Element, known: Map<Element, Element>): Element {
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
  const root = topDialog() ?? document.body;
  const { top, bottom } = boxOf(element);
  return top >= 0 && bottom <= window.innerHeight && layerOf(element, root, new Map()) !== root;
}

export function isInView({ left, top, right, bottom }: Box): boolean {
  return bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
}
