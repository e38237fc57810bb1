// Mounts only the visible rows of a long table in a box that scrolls. The box has the CSS property `--row-height` in rem,
// and its header stays on top.
import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  mountedRange,
  type Part,
  partsOf,
  positionShowing,
  type RowRange,
  type View,
} from './virtual-rows.ts';

export interface VirtualRows {
  scroller: RefObject<HTMLDivElement | null>;
  parts: Part[];
  /** In CSS pixels. */
  rowHeight: number;
  /** Scrolls the row into view and mounts it, so that it can be focused. */
  reveal(index: number): void;
  /** For the box: they keep the row with the focus mounted. Each row has its index in `data-index`. */
  focusHandlers: { onFocus(event: FocusEvent): void; onBlur(): void };
}

export function useVirtualRows(count: number): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<RowRange>({ first: 0, last: 20 });
  const [rowHeight, setRowHeight] = useState(40);
  const [focused, setFocused] = useState<number>();
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const update = () => {
      const view = viewOf(box);
      setRowHeight(view.rowHeight);
      setRange((before) => sameOr(before, mountedRange(view, count)));
    };
    update();
    box.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(box);
    return () => {
      box.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [count]);
  const reveal = (index: number) => {
    const box = scroller.current;
    if (!box) return;
    box.scrollTop = positionShowing(index, viewOf(box));
    flushSync(() => setRange(mountedRange(viewOf(box), count)));
  };
  const onFocus = ({ target }: FocusEvent) => {
    const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
    setFocused(index === undefined ? undefined : Number(index));
  };
  const parts = partsOf(range, count, focused);
  return {
    scroller,
    parts,
    rowHeight,
    reveal,
    focusHandlers: { onFocus, onBlur: () => setFocused(undefined) },
  };
}

function viewOf(box: HTMLElement): View {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const rowHeight = Number.parseFloat(getComputedStyle(box).getPropertyValue('--row-height')) * rem;
  const header = box.querySelector('thead')?.offsetHeight ?? 0;
  return { scrollTop: box.scrollTop, height: box.clientHeight - header, rowHeight };
}

function sameOr(before: RowRange, next: RowRange): RowRange {
  return before.first === next.first && before.last === next.last ? before : next;
}
