// Waits for the first arrow key and the first gamepad. Whatever handles them is loaded only then.
import { useEffect, useState } from 'react';
import { loadOnce } from '#lib/lazy-code.ts';
import { isLibraryPath } from '#lib/paths.ts';

const loadArrows = () => import('./arrow-keys.ts');

/** A large window without any pointer: a television, or a computer that is used like one, until a mouse moves. */
export const seemsTelevision = window.matchMedia(
  '(pointer: none) and (hover: none) and (min-width: 60em)',
).matches;

/** Returns whether to render `Gamepad`. */
export function useArrowsAndGamepad(isMember: boolean): boolean {
  const [isNeeded, setNeeded] = useState(seemsTelevision);
  useEffect(() => {
    if (!isMember) return;
    const handleConnect = () => setNeeded(true);
    window.addEventListener('gamepadconnected', handleConnect);
    // On the window, which gets the event last, so that everything else can use the key first.
    window.addEventListener('keydown', handleKey);
    return () => {
      window.removeEventListener('gamepadconnected', handleConnect);
      window.removeEventListener('keydown', handleKey);
    };
  }, [isMember]);
  return isMember && isNeeded;
}

let arrows: Awaited<ReturnType<typeof loadArrows>> | undefined;

function handleKey(event: KeyboardEvent): void {
  // A gamepad sends keys too, and looks itself whether they were used.
  if (!event.isTrusted || event.defaultPrevented || !event.key.startsWith('Arrow')) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (arrows) arrows.handleArrow(event);
  else void handleFirst(event);
}

/** Without the code, for example offline, arrow keys scroll as usual. */
let hasFailed = false;

async function handleFirst(event: KeyboardEvent): Promise<void> {
  const mayScroll = (event.target as Element).matches('body, main, a, button');
  // Otherwise the browser scrolls while the code is loading, and moves what then has the focus behind a bar.
  if (mayScroll && isLibraryPath(window.location.pathname) && !hasFailed) event.preventDefault();
  try {
    arrows = await loadOnce(loadArrows);
    arrows.handleArrow(event);
  } catch {
    // The next arrow key tries again.
    hasFailed = true;
  }
}
