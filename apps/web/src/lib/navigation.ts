// Knows whether the page was opened by its URL instead of Back or a reload. True until the first navigation.

let isFresh = loadedByAddress();

export function isFreshLoad(): boolean {
  return isFresh;
}

export function endFreshLoad(): void {
  isFresh = false;
}

function loadedByAddress(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}

// Tells whether the page should handle a click on a link. With a modifier key, the browser opens a tab or a window.

interface Modifiers {
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

export function isPlainClick({ metaKey, ctrlKey, shiftKey, altKey }: Modifiers): boolean {
  return !(metaKey || ctrlKey || shiftKey || altKey);
}
