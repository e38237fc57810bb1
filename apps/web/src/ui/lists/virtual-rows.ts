// Computes which rows of a long table are mounted. All rows have the same height, so a division finds them.
import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

interface RowRange {
  first: number;
  /** Inclusive; less than `first` if there are no rows. */
  last: number;
}

interface View {
  /** In CSS pixels, like all lengths here. */
  scrollTop: number;
  height: number;
  rowHeight: number;
}

/** Rows beyond the visible ones that are mounted too, so that scrolling shows no gaps. */
const extraRows = 8;

export function mountedRange({ scrollTop, height, rowHeight }: View, count: number): RowRange {
  const first = Math.floor(scrollTop / rowHeight) - extraRows;
  const last = Math.ceil((scrollTop + height) / rowHeight) + extraRows;
  return { first: Math.max(0, Math.min(first, count - 1)), last: Math.min(last, count - 1) };
}

/** A mounted row, or `gap` rows from `index` on, in whose place is one empty row of their height. */
interface Part {
  index: number;
  gap?: number;
}

/** Returns what is mounted, from the top. `kept` is mounted even out of view, so that its field does not lose the focus. */
export function partsOf({ first, last }: RowRange, count: number, kept: number | undefined): Part[] {
  // The list may have become shorter since the range was computed.
  const end = Math.min(last, count - 1);
  const indices = Array.from({ length: Math.max(0, end - first + 1) }, (_, offset) => first + offset);
  const isKept = kept !== undefined && kept >= 0 && kept < count;
  if (isKept && kept < first) indices.unshift(kept);
  if (isKept && kept > end) indices.push(kept);
  const parts: Part[] = [];
  let next = 0;
  for (const index of indices) {
    if (index > next) parts.push({ index: next, gap: index - next });
    parts.push({ index });
    next = index + 1;
  }
  if (count > next) parts.push({ index: next, gap: count - next });
  return parts;
}

/** Returns the scroll position that shows the row with the least movement. */
export function positionShowing(index: number, { scrollTop, height, rowHeight }: View): number {
  const top = index * rowHeight;
  return Math.max(Math.min(scrollTop, top), top + rowHeight - height);
}

// Mounts only the visible rows of a long table in a box that scrolls. The box has the CSS property `--row-height` in rem,
// and its header stays on top.

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
