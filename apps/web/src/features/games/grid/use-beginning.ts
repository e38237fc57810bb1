// Where a list begins when it comes into view: at its top, or where the reader was. Used by the grid.
import { useLayoutEffect, useRef } from 'react';
import type { GridScroller } from './grid-scroller.ts';
import type { Position } from './kept-position.ts';

export interface Beginning {
  /** The list by its key. */
  list: string;
  start: Position | undefined;
  /** The grid has its measures and the list its length. */
  isLaid: boolean;
}

/** Gives whether the list has begun: before, what is in view says nothing. */
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
      // Once more, after the router has put the window where it remembers it, in pixels.
      queueMicrotask(() => scroller.restore(start));
    }
  }, [scroller, list, start, isLaid]);
  return begun;
}
