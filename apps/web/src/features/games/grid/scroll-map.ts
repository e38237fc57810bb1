// Lays out a list that is taller than browsers allow an element to be (Chromium: 2^25 device pixels, with coarse
// drawing well below that) on a shorter page. Small steps scroll the list as far as the page; a leap, for example by
// the scroll bar, goes to the same share of the list. `base` is the part of the list above the element's top.
export interface Span {
  /** Height of the list in pixels. */
  whole: number;
  /** Height of the window in pixels. */
  view: number;
}

/** Up to this height a step of the scroll position is one device pixel, at three device pixels per CSS pixel. */
const maxLaid = 4_000_000;
/** At both ends, page and list scroll in step, so that the first and last game can always be reached. */
const edge = 100_000;
/** A step of more windows than this is a leap. */
const leapWindows = 8;
/** How far the scroll bar's thumb may be off before it is corrected. */
const tolerance = maxLaid / 20;

export function laidHeight(whole: number): number {
  return Math.min(whole, maxLaid);
}

/** The position of the page for a position in the list. */
export function scrollAt(offset: number, { whole, view }: Span): number {
  const laid = laidHeight(whole);
  if (offset <= edge || laid === whole) return offset;
  const fromEnd = whole - view - offset;
  if (fromEnd <= edge) return laid - view - fromEnd;
  return edge + (offset - edge) / stretch({ whole, view });
}

/** The position in the list for a position of the page. */
export function offsetAt(scroll: number, { whole, view }: Span): number {
  const laid = laidHeight(whole);
  if (scroll <= edge || laid === whole) return scroll;
  const fromEnd = laid - view - scroll;
  if (fromEnd <= edge) return whole - view - fromEnd;
  return edge + (scroll - edge) * stretch({ whole, view });
}

function stretch({ whole, view }: Span): number {
  return (whole - view - 2 * edge) / (laidHeight(whole) - view - 2 * edge);
}

/** The base after the page was scrolled from one position to another. */
export function baseAfter(step: { from: number; to: number; base: number }, span: Span): number {
  if (laidHeight(span.whole) === span.whole) return 0;
  const isLeap = Math.abs(step.to - step.from) > leapWindows * span.view;
  return isLeap ? Math.round(offsetAt(step.to, span) - step.to) : step.base;
}

/** Whether the page is too near its end for the list to be scrolled to its own end. */
export function isNearEnd(scroll: number, { whole, view }: Span): boolean {
  return scroll < edge / 2 || scroll > laidHeight(whole) - view - edge / 2;
}

/** Whether the scroll bar's thumb is too far off. */
export function isAstray({ scroll, base }: { scroll: number; base: number }, span: Span): boolean {
  return Math.abs(scroll - scrollAt(scroll + base, span)) > tolerance;
}
