// Scrolls a new list to its start: the top, or the position where the user left it.
import { useLayoutEffect, useRef } from 'react';
import type { GridScroller } from './grid-scroller.ts';
import type { Position } from './kept-position.ts';

export interface Beginning {
  /** Identifies the list. */
  list: string;
  start: Position | undefined;
  /** Whether the layout and the length of the list are known. */
  isLaid: boolean;
}

/**
 * Returns a ref to the key of the list that has been scrolled to its start. Until then, the visible range is
 * meaningless.
 */
export function useBeginning(scroller: GridScroller, { list, start, isLaid }: Beginning) {
  const begun = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (begun.current === list) return;
    if (!start) {
      if (begun.current !== undefined) scroller.toTop();
      begun.current = list;
    } else if (isLaid) {
      begun.current = list;
      scroller.restore(start);
      // Repeated after the router has restored its own scroll position in pixels.
      queueMicrotask(() => scroller.restore(start));
    }
  }, [scroller, list, start, isLaid]);
  return begun;
}
