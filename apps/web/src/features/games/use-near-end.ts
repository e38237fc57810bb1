// Calls for more as the end of a list comes near. Used by the catalogue.
import { useEffect, useRef } from 'react';

/** Below the window: about a fifth of what a long page shows, so the next games are there before the reader is. */
const ahead = '800px';

export function useNearEnd(isWanted: boolean, onNear: () => void) {
  const end = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  useEffect(() => {
    near.current = onNear;
  });
  useEffect(() => {
    const element = end.current;
    if (!isWanted || !element) return;
    // Observed anew after every page, and an observer always reports once: a tall screen goes on until it is full.
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near.current(), {
      rootMargin: `0px 0px ${ahead}`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWanted]);
  return end;
}
