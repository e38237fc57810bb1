// Moves the focus to the content of the new page after a change of page, so that keyboard and screen readers start
// there.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export function usePageFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    // On the first load the browser's own focus order is right.
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A field of the new page may have taken the focus already.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
