// A list higher than browsers allow an element to be (Chromium 2^25 device pixels, and its drawing gets coarse well
// before) is laid out on a lower one. Small steps move the list by as much as the page; a leap, such as of the scroll
// bar's thumb, goes to that share of the whole. `base` is how much of the list lies above the element's top.
// Pure; used by grid-scroller.ts.

export interface Span {
  /** Pixels of the list. */
  whole: number;
  /** Pixels of the window. */
  view: number;
}

/** At three device pixels each this is where a step of the scroll position is still one device pixel. */
const maxLaid = 4_000_000;
/** At both ends page and list go in step, so that the first and the last game are reached in any way. */
const edge = 100_000;
/** Windows in one step: beyond it is a leap. */
const leapWindows = 8;
/** How far the thumb may be from where it belongs before it is put right. */
const tolerance = maxLaid / 20;

export function laidHeight(whole: number): number {
  return Math.min(whole, maxLaid);
}

/** Where the page belongs for a place in the list. */
export function scrollAt(offset: number, { whole, view }: Span): number {
  const laid = laidHeight(whole);
  if (offset <= edge || laid === whole) return offset;
  const fromEnd = whole - view - offset;
  if (fromEnd <= edge) return laid - view - fromEnd;
  return edge + (offset - edge) / stretch({ whole, view });
}

/** What belongs to a place of the page; the other way round. */
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

/** The base once the page has been scrolled from one place to another. */
export function baseAfter(step: { from: number; to: number; base: number }, span: Span): number {
  if (laidHeight(span.whole) === span.whole) return 0;
  const isLeap = Math.abs(step.to - step.from) > leapWindows * span.view;
  return isLeap ? Math.round(offsetAt(step.to, span) - step.to) : step.base;
}

/** Whether the page is so near its own end that the list could not be scrolled on to its end. */
export function isNearEnd(scroll: number, { whole, view }: Span): boolean {
  return scroll < edge / 2 || scroll > laidHeight(whole) - view - edge / 2;
}

/** Whether the scroll bar's thumb is far from where it belongs. */
export function isAstray({ scroll, base }: { scroll: number; base: number }, span: Span): boolean {
  return Math.abs(scroll - scrollAt(scroll + base, span)) > tolerance;
}
