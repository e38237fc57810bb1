// A dialog returns the focus to the element that had it. A game opened by a link took it from nowhere, so the focus
// then goes to the game's card, or to the page.
import { useEffect, useRef } from 'react';

export function useFocusAfterClose(gameId: string | undefined): void {
  const shown = useRef(gameId);
  useEffect(() => {
    const closed = shown.current;
    shown.current = gameId;
    if (gameId !== undefined || closed === undefined || !isFocusLost()) return;
    const main = document.querySelector<HTMLElement>('main');
    const card = main?.querySelector<HTMLElement>(`a[data-id="${CSS.escape(closed)}"]`);
    (card ?? main)?.focus({ preventScroll: true });
  }, [gameId]);
}

/** The browser only notices after a moment that the focused element is no longer visible. */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body || activeElement.closest('dialog:not([open])') !== null;
}
