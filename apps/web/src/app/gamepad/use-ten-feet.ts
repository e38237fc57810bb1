// Makes the page readable from the sofa: larger, with thick focus rings, and with what has the focus in the middle.
import './ten-feet.css';
import { useEffect } from 'react';
import { roomFor } from '#ui/covered-height.ts';
import { topDialog } from '#ui/dialogs/top-layer.ts';
import { scrollBehavior } from './move-focus.ts';
import { boxOf, isPinnedInView } from './places.ts';
import { isTelevision } from './use-arrows-and-gamepad.ts';

export function useTenFeet(isGamepadInUse: boolean): void {
  const by = isGamepadInUse ? 'gamepad' : isTelevision ? 'television' : undefined;
  useEffect(() => {
    if (!by) return;
    const { documentElement: page } = document;
    page.dataset.tenFeet = by;
    document.addEventListener('focusin', center);
    return () => {
      delete page.dataset.tenFeet;
      document.removeEventListener('focusin', center);
    };
  }, [by]);
}

/** Waits for the next frame, because a page that moves the focus itself also scrolls. */
function center({ target }: FocusEvent): void {
  requestAnimationFrame(() => {
    if (!(target instanceof HTMLElement) || target !== document.activeElement) return;
    if (target.matches('main, dialog') || isPinnedInView(target)) return;
    // What does not fit between the bars would be cut off on both sides.
    const { top, bottom } = boxOf(target);
    if (bottom - top > roomFor(target, topDialog())) return;
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: scrollBehavior() });
  });
}
