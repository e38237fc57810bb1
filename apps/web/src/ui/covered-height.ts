// How much of a page or dialog is covered by bars that stay in view. Style sheets say it with `scroll-padding`, and with
// `scroll-margin` for bars that cover only a part of the page.
/** Heights in pixels. */
export interface Covered {
  above: number;
  below: number;
}

export function coveredHeight(scroller: Element, element: Element): Covered {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(scroller);
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(element);
  return {
    above: pixels(scrollPaddingTop) + pixels(scrollMarginTop),
    below: pixels(scrollPaddingBottom) + pixels(scrollMarginBottom),
  };
}

/** Returns the height in pixels that is left for the element between the bars. */
export function roomFor(element: Element, scroller: Element = document.documentElement): number {
  const { above, below } = coveredHeight(scroller, element);
  return scroller.clientHeight - above - below;
}

/** Returns the root element's font size in pixels. */
export function rem(): number {
  return pixels(getComputedStyle(document.documentElement).fontSize);
}

function pixels(length: string): number {
  return Number.parseFloat(length) || 0;
}
