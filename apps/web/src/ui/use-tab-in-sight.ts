// Keeps the open one of many tabs in sight. Used by the pages that are a frame of tabs.
import { useEffect, useRef } from 'react';

/** On a phone the tabs scroll sideways: the open one is in sight, also when a badge makes another one wider. */
export function useTabInSight(open: string) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is what it looks for in the list
  useEffect(() => {
    const tabs = list.current;
    const tab = tabs?.querySelector('[aria-selected="true"]');
    if (!tabs || !tab) return;
    const observer = new ResizeObserver(() => {
      const [outer, inner] = [tabs.getBoundingClientRect(), tab.getBoundingClientRect()];
      tabs.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
    });
    for (const child of tabs.children) observer.observe(child);
    return () => observer.disconnect();
  }, [open]);
  return list;
}
