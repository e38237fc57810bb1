// Restores the scroll position: a new page starts at the top; Back, Forward and reload return to the previous position.
// Changes to the query string do not scroll. Rendered before the pages, so that the games page can override it.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isFreshLoad } from '#lib/fresh-load.ts';
import { inTab, storedJson } from '#lib/stored.ts';

const storage = storedJson('cellar-scroll', inTab);

export function ScrollPosition() {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const positions = useRef<Record<string, number>>(undefined);
  positions.current ??= (storage.get() ?? {}) as Record<string, number>;
  const shown = useRef<{ key: string; pathname: string }>(undefined);

  useLayoutEffect(() => {
    const isSamePage = shown.current?.pathname === pathname;
    shown.current = { key, pathname };
    if (!isSamePage) window.scrollTo(0, (isReturn && !isFreshLoad() && positions.current?.[key]) || 0);
  }, [key, pathname, isReturn]);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const handleScroll = () => {
      if (positions.current && shown.current) positions.current[shown.current.key] = window.scrollY;
    };
    const handleLeave = () => {
      storage.set(positions.current);
      // The browser may restore the page from its back/forward cache, and then restores the scroll position correctly.
      history.scrollRestoration = 'auto';
    };
    window.addEventListener('scroll', handleScroll, { passive: true });
    window.addEventListener('pagehide', handleLeave);
    return () => {
      window.removeEventListener('scroll', handleScroll);
      window.removeEventListener('pagehide', handleLeave);
    };
  }, []);
  return null;
}
