// Provides the layout and the visible rows of the grid to React.
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type CoverSize, type GridLayout, layoutOf } from './grid-layout.ts';
import { GridScroller, type Place } from './grid-scroller.ts';
import type { Position } from './kept-position.ts';

export interface GridView {
  root: RefObject<HTMLDivElement | null>;
  /** Undefined until the width has been measured, before the first paint. */
  layout: GridLayout | undefined;
  place: Place;
  scroller: GridScroller;
}

export interface GridViewOptions {
  count: number;
  size: CoverSize;
  onRest(position: Position | undefined): void;
}

export function useGridView({ count, size, onRest }: GridViewOptions): GridView {
  const root = useRef<HTMLDivElement>(null);
  const handleRest = useEffectEvent(onRest);
  const [layout, setLayout] = useState<GridLayout>();
  const [place, setPlace] = useState<Place>({ base: 0, firstRow: 0, lastRow: 0 });
  const [scroller] = useState(
    () => new GridScroller({ show: setPlace, atOnce: flushSync, rest: (position) => handleRest(position) }),
  );
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const measure = () => setLayout((before) => sameOr(before, layoutOf(element.clientWidth, rem(), size)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [size]);
  useLayoutEffect(() => (root.current ? scroller.attach(root.current) : undefined), [scroller]);
  useLayoutEffect(() => {
    if (layout) scroller.fit(layout, count);
  }, [scroller, layout, count]);
  return { root, layout, place, scroller };
}

function sameOr(before: GridLayout | undefined, next: GridLayout): GridLayout {
  const isSame = before?.cardWidth === next.cardWidth && before.rowHeight === next.rowHeight;
  return isSame && before.columns === next.columns ? before : next;
}

function rem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
