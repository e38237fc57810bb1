// Keyboard and focus handling of the grid: the Tab stop and the target of each key.
import { type KeyboardEvent, type RefObject, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLatest } from '#lib/use-latest.ts';
import { type GridShape, indexAfter } from './grid-keys.ts';
import type { GridScroller } from './grid-scroller.ts';

export interface GridKeys {
  /** The index of the game that last had the focus. It stays mounted when it is scrolled out of view. */
  active: number | undefined;
  onFocus(index: number): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

export function useGridKeys(
  root: RefObject<HTMLElement | null>,
  { list, shape, scroller }: { list: string; shape: GridShape; scroller: GridScroller },
): GridKeys {
  const [focused, setFocused] = useState<{ list: string; index: number }>();
  const latest = useLatest({ list, shape });
  const onFocus = useCallback((index: number) => setFocused({ list: latest.current.list, index }), [latest]);
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      // The actions of a card are beside its link.
      const link = event.currentTarget.querySelector<HTMLElement>('[data-index]');
      const from = Number(link?.dataset.index);
      const index = indexAfter(event.key, from, latest.current.shape);
      // At an edge, the key leaves the grid (app/gamepad/arrow-keys.ts).
      if (index === undefined || (index === from && event.key.startsWith('Arrow'))) return;
      event.preventDefault();
      flushSync(() => onFocus(index));
      scroller.reveal(index, 'nearest');
      root.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
    },
    [root, scroller, latest, onFocus],
  );
  const isHere = focused?.list === list && focused.index < shape.count;
  return { active: isHere ? focused.index : undefined, onFocus, onKeyDown };
}
