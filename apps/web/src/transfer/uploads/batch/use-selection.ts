// The selection of files in the batch list, for React.
import { useCallback, useState } from 'react';
import { useLatest } from '#lib/use-latest.ts';
import { nothingSelected, select, selectAll } from './batch-selection.ts';
import type { ShownEntry } from './use-shown-entries.ts';

export function useSelection(shown: readonly ShownEntry[]) {
  const [selection, setSelection] = useState(nothingSelected);
  const keys = shown.map(({ entry }) => entry.key);
  const latest = useLatest(keys);
  // Never changes, so that rows do not re-render.
  const onSelect = useCallback(
    (key: number, isOn: boolean, isRange: boolean) =>
      setSelection((before) => select(before, latest.current, { key, isOn, isRange })),
    [latest],
  );
  return {
    keys: selection.keys,
    /** Only files that are shown, so that nothing hidden is changed. */
    selected: keys.filter((key) => selection.keys.has(key)),
    onSelect,
    onSelectAll: (isOn: boolean) => setSelection((before) => selectAll(before, keys, isOn)),
  };
}
