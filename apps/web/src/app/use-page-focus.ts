// After a change of page the focus goes to the new page's content, so that keyboard and screen reader start there.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export function usePageFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    // Not on the first load, where the browser's own order is right.
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A field of the new page that took the focus itself keeps it.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
