// Makes the page readable from the sofa: larger, with thick focus rings, and with what has the focus in the middle.
import './ten-feet.css';
import { useEffect, useState } from 'react';
import { roomFor } from '#ui/covered-height.ts';
import { topDialog } from '#ui/dialogs/top-layer.ts';
import { boxOf, isPinnedInView, scrollBehavior } from './move-focus.ts';
import { seemsTelevision } from './use-arrows-and-gamepad.ts';

export function useTenFeet(isGamepadInUse: boolean): void {
  const isTelevision = useTelevision();
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

/** Some browsers on a desktop report no pointer either. The first movement of the mouse shows that there is one. */
function useTelevision(): boolean {
  const [isTelevision, setTelevision] = useState(seemsTelevision);
  useEffect(() => {
    if (!isTelevision) return;
    const handleMove = ({ isTrusted }: PointerEvent) => isTrusted && setTelevision(false);
    window.addEventListener('pointermove', handleMove);
    return () => window.removeEventListener('pointermove', handleMove);
  }, [isTelevision]);
  return isTelevision;
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
