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
