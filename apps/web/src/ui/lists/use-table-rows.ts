// Mounts only the visible rows of a long table. The table scrolls in a frame of its own, so that what follows it on the page stays
// within reach.
import { type RefObject, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { GridScroller, type Place, type Position } from './grid-scroller.ts';

export interface TableRows {
  frame: RefObject<HTMLDivElement | null>;
  body: RefObject<HTMLTableSectionElement | null>;
  place: Place;
  scroller: GridScroller;
  /** The index of the row that last had the focus. It stays mounted when it is scrolled out of view. */
  active: number | undefined;
  /** For the body. Each row has its index in `data-index`. */
  onFocus(event: { target: EventTarget }): void;
  /** Mounts the row and scrolls it into view, so that it can be focused. */
  reveal(index: number): void;
}

interface TableRowsOptions {
  count: number;
  /** In CSS pixels, the same for all rows. */
  rowHeight: number;
  /** Called when scrolling stops, with the position, or undefined at the top. */
  onScrollEnd?(position: Position | undefined): void;
}

export function useTableRows({ count, rowHeight, onScrollEnd }: TableRowsOptions): TableRows {
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const handleScrollEnd = useEffectEvent((position: Position | undefined) => onScrollEnd?.(position));
  const [place, setPlace] = useState<Place>({ base: 0, firstRow: 0, lastRow: 0 });
  const [focused, setFocused] = useState<number>();
  const [scroller] = useState(() => new GridScroller({ show: setPlace, renderNow: flushSync }));
  const layout = useMemo(() => ({ columns: 1, rowHeight }), [rowHeight]);
  useLayoutEffect(() => {
    if (!body.current || !frame.current) return;
    return scroller.attach(body.current, (position) => handleScrollEnd(position), frame.current);
  }, [scroller]);
  useLayoutEffect(() => scroller.setLayout(layout, count), [scroller, layout, count]);
  return {
    frame,
    body,
    place,
    scroller,
    active: focused !== undefined && focused < count ? focused : undefined,
    onFocus({ target }) {
      const row = rowOf(target);
      if (row) setFocused(Number(row.dataset.index));
    },
    reveal(index) {
      flushSync(() => setFocused(index));
      scroller.reveal(index, 'nearest');
    },
  };
}

export function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
}

/** The number of rows that are mounted above and below the visible ones. */
const rowsAhead = 8;

interface MountedRows extends Omit<Place, 'base'> {
  count: number;
  active: number | undefined;
}

/** Returns the indices of the rows to mount, from the top. */
export function mountedRows({ firstRow, lastRow, count, active }: MountedRows): number[] {
  const first = Math.max(0, firstRow - rowsAhead);
  const last = Math.min(count - 1, lastRow + rowsAhead);
  const indices = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (active === undefined || (active >= first && active <= last)) return indices;
  return active < first ? [active, ...indices] : [...indices, active];
}
