// Keeps the focus in a row whose buttons come and go with its state: when the one that had it is gone, the row itself gets
// it. Used by the platform files of the game editor.
import { type RefObject, useEffect, useRef } from 'react';

export function useFocusKept(row: RefObject<HTMLElement | null>, state: unknown): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) row.current?.focus({ preventScroll: true });
  }, [row, state]);
}
