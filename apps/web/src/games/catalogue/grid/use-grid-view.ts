// Provides the layout and the visible rows of the grid to React.
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { stored } from '#lib/stored.ts';
import { rem, roomFor } from '#ui/covered-height.ts';
import { GridScroller, type Place, type Position } from '#ui/lists/grid-scroller.ts';
import { type GridLayout, type GridViewName, gridViews, layoutOf } from './grid-layout.ts';

/** The view that the member has chosen on this device. */
export const storedView = stored('coverSize');

/** Earlier versions stored these sizes, too. */
const formerViews: Record<string, GridViewName> = { tiny: 'small', huge: 'large' };

export function readView(): GridViewName {
  const kept = storedView.get() ?? '';
  return gridViews.find((view) => view === kept) ?? formerViews[kept] ?? 'medium';
}

/** Where the choice of the view is hidden (catalogue.module.css). */
const onPhone = '(max-width: 40em)';

export interface GridView {
  root: RefObject<HTMLDivElement | null>;
  /** Undefined until the width has been measured, before the first paint. */
  layout: GridLayout | undefined;
  place: Place;
  scroller: GridScroller;
}

export interface GridViewOptions {
  count: number;
  view: GridViewName;
  /** Called when scrolling stops, with the position, or undefined at the top. */
  onScrollEnd(position: Position | undefined): void;
}

export function useGridView({ count, view, onScrollEnd }: GridViewOptions): GridView {
  const root = useRef<HTMLDivElement>(null);
  const handleScrollEnd = useEffectEvent(onScrollEnd);
  const [layout, setLayout] = useState<GridLayout>();
  const [place, setPlace] = useState<Place>({ base: 0, firstRow: 0, lastRow: 0 });
  const [scroller] = useState(() => new GridScroller({ show: setPlace, renderNow: flushSync }));
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const measure = () => {
      const shown = matchMedia(onPhone).matches ? 'phone' : view;
      setLayout((before) => sameOr(before, layoutOf(element.clientWidth, rem(), shown, tallestIn(element))));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const tenFeet = new MutationObserver(measure);
    tenFeet.observe(document.documentElement, { attributeFilter: ['data-ten-feet'] });
    return () => {
      observer.disconnect();
      tenFeet.disconnect();
    };
  }, [view]);
  useLayoutEffect(() => {
    if (!root.current) return;
    return scroller.attach(root.current, (position) => handleScrollEnd(position));
  }, [scroller]);
  useLayoutEffect(() => {
    if (layout) scroller.setLayout(layout, count);
  }, [scroller, layout, count]);
  return { root, layout, place, scroller };
}

interface ListStart {
  /** Identifies the list. */
  list: string;
  /** Undefined means the top. */
  start: Position | undefined;
  /** Whether the layout and the length of the list are known. */
  isReady: boolean;
}

/**
 * Scrolls a new list to its start: the top, or the position where the user left it. Returns a ref to the key of the
 * list that has been scrolled. Until then, the visible range is meaningless.
 */
export function useScrollToStart(scroller: GridScroller, { list, start, isReady }: ListStart) {
  const startedList = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (startedList.current === list) return;
    if (!start) {
      if (startedList.current !== undefined) scroller.toTop();
      startedList.current = list;
    } else if (isReady) {
      startedList.current = list;
      scroller.restore(start);
      // Repeated after the router has restored its own scroll position in pixels.
      queueMicrotask(() => scroller.restore(start));
    }
  }, [scroller, list, start, isReady]);
  return startedList;
}

function sameOr(before: GridLayout | undefined, next: GridLayout): GridLayout {
  const isSame = before?.cardWidth === next.cardWidth && before.rowHeight === next.rowHeight;
  return isSame && before.columns === next.columns ? before : next;
}

/** Seen from the sofa (app/gamepad/), everything is larger, but a card must still fit between the bars. */
function tallestIn(element: HTMLElement): number | undefined {
  return document.documentElement.dataset.tenFeet === undefined ? undefined : roomFor(element);
}
