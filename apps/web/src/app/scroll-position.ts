// Restores the scroll position: a new page starts at the top; Back, Forward and reload return to the previous position.
// Changes to the query string do not scroll. Rendered before the pages, so that the games page can override it.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isFreshLoad } from '#lib/navigation.ts';
import { inTab, storedJson } from '#lib/stored.ts';

const storage = storedJson('cellar-scroll', inTab);
const keptPositions = 100;

export function ScrollPosition() {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const positions = useRef<Record<string, number>>(undefined);
  positions.current ??= (storage.get() ?? {}) as Record<string, number>;
  const shown = useRef<{ key: string; pathname: string }>(undefined);
  const wanted = useRef<Wanted>(undefined);

  useLayoutEffect(() => {
    const isSamePage = shown.current?.pathname === pathname;
    shown.current = { key, pathname };
    if (isSamePage) return;
    const top = (isReturn && !isFreshLoad() && positions.current?.[key]) || 0;
    wanted.current = approach(top);
  }, [key, pathname, isReturn]);

  useEffect(() => {
    const handleShow = () => {
      history.scrollRestoration = 'manual';
    };
    const handleScroll = () => {
      if (wanted.current && !wasScrolled(wanted.current)) return;
      wanted.current = undefined;
      if (positions.current && shown.current)
        keepPosition(positions.current, shown.current.key, window.scrollY);
    };
    const handleInput = () => {
      wanted.current = undefined;
    };
    const handleLeave = () => {
      storage.set(positions.current);
      // The browser may restore the page from its back/forward cache, and then restores the scroll position correctly.
      history.scrollRestoration = 'auto';
    };
    const growth = new ResizeObserver(() => {
      const { current } = wanted;
      wanted.current = current && !wasScrolled(current) ? approach(current.top) : undefined;
    });
    growth.observe(document.body);
    handleShow();
    window.addEventListener('scroll', handleScroll, { passive: true });
    window.addEventListener('keydown', handleInput);
    window.addEventListener('pointerdown', handleInput);
    window.addEventListener('pagehide', handleLeave);
    window.addEventListener('pageshow', handleShow);
    return () => {
      growth.disconnect();
      window.removeEventListener('scroll', handleScroll);
      window.removeEventListener('keydown', handleInput);
      window.removeEventListener('pointerdown', handleInput);
      window.removeEventListener('pagehide', handleLeave);
      window.removeEventListener('pageshow', handleShow);
    };
  }, []);
  return null;
}

/** A position to return to while the page, which is still loading, is too short for it. */
interface Wanted {
  top: number;
  /** How far the page has reached. */
  at: number;
}

/** Returns undefined if the page is long enough. */
function approach(top: number): Wanted | undefined {
  window.scrollTo(0, top);
  return isNear(top) ? undefined : { top, at: window.scrollY };
}

/** Returns whether the reader or the page itself has scrolled. A page that becomes shorter scrolls, too. */
function wasScrolled({ at }: Wanted): boolean {
  return !isNear(at) && !isNear(document.documentElement.scrollHeight - window.innerHeight);
}

/** Browsers round positions. */
function isNear(top: number): boolean {
  return Math.abs(window.scrollY - top) <= 1;
}

/** Keeps the position of an entry of the history, and those of the last entries before it. */
export function keepPosition(positions: Record<string, number>, key: string, top: number): void {
  if (!(key in positions)) {
    for (const oldest of Object.keys(positions).slice(0, 1 - keptPositions)) delete positions[oldest];
  }
  positions[key] = top;
}
