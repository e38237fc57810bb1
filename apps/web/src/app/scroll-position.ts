// Where a page is scrolled to: a new one starts at its top, one that is come back to (back, forward, reload) where it
// was left; a change of the query alone moves nothing. Stands in the root before the pages, so that a page which knows
// better (the games) has the last word.
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
      // From here on the browser knows best: it may show the page again as it was.
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
