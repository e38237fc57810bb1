// Leads to the part of the page that the fragment of the URL names. The browser does that only when it loads a page.
import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Parts are loaded when their tab is opened. */
const patienceMs = 10_000;

export function useFragment(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!hash || !key) return undefined;
    const tryToShow = () => {
      const part = document.getElementById(hash.slice(1));
      if (!part) return;
      stop();
      part.scrollIntoView();
      part.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(tryToShow);
    const stop = () => observer.disconnect();
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(stop, patienceMs);
    tryToShow();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [hash, key]);
}
