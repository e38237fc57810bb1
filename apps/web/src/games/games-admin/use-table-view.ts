// Provides the visible rows of the table to React. The table scrolls in a frame of its own, so that what follows it on the page
// stays within reach.
import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { GridScroller, type Place } from '../catalogue/grid/grid-scroller.ts';
import type { Position } from '../catalogue/grid/stored-position.ts';

/** In rem. On a phone, a row has a second line with the platforms. */
const rowHeights = { phone: 3.75, desk: 2.375 };

export interface TableView {
  frame: RefObject<HTMLDivElement | null>;
  body: RefObject<HTMLTableSectionElement | null>;
  isPhone: boolean;
  rowHeight: number;
  place: Place;
  scroller: GridScroller;
}

/** `onScrollEnd` is called with the position, or undefined at the top. */
export function useTableView(
  count: number,
  onScrollEnd: (position: Position | undefined) => void,
): TableView {
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const handleScrollEnd = useEffectEvent(onScrollEnd);
  const [place, setPlace] = useState<Place>({ base: 0, firstRow: 0, lastRow: 0 });
  const [scroller] = useState(() => new GridScroller({ show: setPlace, renderNow: flushSync }));
  const isPhone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const rowHeight = Math.round(rowHeights[isPhone ? 'phone' : 'desk'] * rem());
  const layout = useMemo(() => ({ columns: 1, cardWidth: 0, columnStep: 0, rowHeight }), [rowHeight]);
  useLayoutEffect(() => {
    if (!body.current || !frame.current) return;
    return scroller.attach(body.current, (position) => handleScrollEnd(position), frame.current);
  }, [scroller]);
  useLayoutEffect(() => scroller.setLayout(layout, count), [scroller, layout, count]);
  return { frame, body, isPhone, rowHeight, place, scroller };
}

function rem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
