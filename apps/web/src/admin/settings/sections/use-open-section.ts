import { useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Reads the open section from the URL (`section=`); the first one is the default. `visited` has the keys of all sections
 * that were opened: they stay mounted, so that their unsaved changes are kept.
 */
export function useOpenSection(keys: readonly string[]) {
  const [params] = useSearchParams();
  const open = keys.find((key) => key === params.get('section')) ?? keys[0] ?? '';
  const [visited, setVisited] = useState<ReadonlySet<string>>(() => new Set([open]));
  if (!visited.has(open)) setVisited(new Set([...visited, open]));
  return { open, visited };
}
