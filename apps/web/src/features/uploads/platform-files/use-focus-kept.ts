// Moves the focus to a row when the focused button inside disappears with a change of state.
import { type RefObject, useEffect, useRef } from 'react';

export function useFocusKept(row: RefObject<HTMLElement | null>, state: unknown): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) row.current?.focus({ preventScroll: true });
  }, [row, state]);
}
