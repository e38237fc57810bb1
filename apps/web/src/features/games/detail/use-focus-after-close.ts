// The dialog gives the focus back to what had it. A game that was opened by its link has taken it from nothing: then it
// goes to the game's own card, or to the page. Used by the overlay.
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

/** The browser notices only a moment later that what has the focus can't be seen any more. */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body || activeElement.closest('dialog:not([open])') !== null;
}
