// Notices that the background has added items to the library.
import type { LibraryFolders } from '@cellar/contract/folders/folders.ts';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onAdded` when the number of items in the library changes. */
export function useWhenAdded(data: LibraryFolders | undefined, onAdded: () => void): void {
  const added = data?.folders.reduce((sum, { items }) => sum + items.added, 0);
  const before = useRef(added);
  const handleAdded = useEffectEvent(onAdded);
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== added;
    before.current = added;
    if (hasChanged) handleAdded();
  }, [added]);
}
