// Scrolls a new list to its start: its top, or the position where the user left it.
import { useLayoutEffect, useRef } from 'react';
import type { GridScroller } from './grid-scroller.ts';
import type { Position } from './kept-position.ts';

export interface Beginning {
  /** The key of the list. */
  list: string;
  start: Position | undefined;
  /** The layout and the length of the list are known. */
  isLaid: boolean;
}

/** Returns a ref to the key of the list that has been scrolled to its start. Until then, what is visible does not count. */
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
      // Again, after the router has restored its own scroll position in pixels.
      queueMicrotask(() => scroller.restore(start));
    }
  }, [scroller, list, start, isLaid]);
  return begun;
}
