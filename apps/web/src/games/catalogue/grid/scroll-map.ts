// Maps a list that is taller than browsers allow (Chromium: 2^25 device pixels, with imprecise rendering well below
// that) to a shorter page. Small steps scroll list and page by the same distance; a leap, for example by the scroll
// bar, goes to the same relative position in the list. `base` is the part of the list above the element's top.
export interface Span {
  /** The height of the list in pixels. */
  whole: number;
  /** The height of the window in pixels. */
  view: number;
}

/**
 * The maximum height of the page in CSS pixels. Up to this height, scroll positions have a resolution of one device
 * pixel at three device pixels per CSS pixel.
 */
const maxMapped = 4_000_000;
/**
 * Within this distance from either end, page and list scroll in step, so that the first and last game are always
 * reachable.
 */
const edge = 100_000;
/** A step of more than this many window heights is a leap. */
const leapWindows = 8;
/** How far the scroll position may deviate before it is corrected, in pixels. */
const tolerance = maxMapped / 20;

export function mappedHeight(whole: number): number {
  return Math.min(whole, maxMapped);
}

/** Returns the page's scroll position for an offset in the list. */
export function scrollAt(offset: number, { whole, view }: Span): number {
  const mapped = mappedHeight(whole);
  if (offset <= edge || mapped === whole) return offset;
  const fromEnd = whole - view - offset;
  if (fromEnd <= edge) return mapped - view - fromEnd;
  return edge + (offset - edge) / stretch({ whole, view });
}

/** Returns the offset in the list for the page's scroll position. */
export function offsetAt(scroll: number, { whole, view }: Span): number {
  const mapped = mappedHeight(whole);
  if (scroll <= edge || mapped === whole) return scroll;
  const fromEnd = mapped - view - scroll;
  if (fromEnd <= edge) return whole - view - fromEnd;
  return edge + (scroll - edge) * stretch({ whole, view });
}

function stretch({ whole, view }: Span): number {
  return (whole - view - 2 * edge) / (mappedHeight(whole) - view - 2 * edge);
}

/** Returns the base after the page was scrolled from one position to another. */
export function baseAfter(step: { from: number; to: number; base: number }, span: Span): number {
  if (mappedHeight(span.whole) === span.whole) return 0;
  const isLeap = Math.abs(step.to - step.from) > leapWindows * span.view;
  return isLeap ? Math.round(offsetAt(step.to, span) - step.to) : step.base;
}

/** Returns whether the page is so close to its end that the list's own end might be unreachable. */
export function isNearEnd(scroll: number, { whole, view }: Span): boolean {
  return scroll < edge / 2 || scroll > mappedHeight(whole) - view - edge / 2;
}

/** Returns whether the scroll bar's thumb deviates too much. */
export function hasDrifted({ scroll, base }: { scroll: number; base: number }, span: Span): boolean {
  return Math.abs(scroll - scrollAt(scroll + base, span)) > tolerance;
}
