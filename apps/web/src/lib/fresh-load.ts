// Whether the page was opened by its address, and not come back to by Back or a reload: then nobody has been anywhere on it
// yet. Over as soon as one goes on from there.

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
