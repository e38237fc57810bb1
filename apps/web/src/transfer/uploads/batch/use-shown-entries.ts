// Which files of the batch list are shown: all, or only those that need attention.
import { useState } from 'react';
import type { BatchEntry } from './batch-entry.ts';
import type { BatchState } from './batch-state.ts';

export interface ShownEntry {
  entry: BatchEntry;
  state: BatchState;
}

export interface ShownEntries {
  shown: ShownEntry[];
  isOnlyProblems: boolean;
  setOnlyProblems(isOn: boolean): void;
}

const none: ReadonlySet<number> = new Set();

/**
 * A file that no longer needs attention stays until the filter is switched off, so that no row disappears while it is edited.
 * The filter switches itself off when it would show nothing.
 */
export function useShownEntries(entries: readonly BatchEntry[], states: readonly BatchState[]): ShownEntries {
  const [isOnlyProblems, setOn] = useState(false);
  const [kept, setKept] = useState(none);
  const all = entries.map((entry, index) => ({ entry, state: states[index] as BatchState }));
  const setOnlyProblems = (isOn: boolean) => {
    setKept(none);
    setOn(isOn);
  };
  const isNew = ({ entry: { key }, state }: ShownEntry) => state.kind === 'problem' && !kept.has(key);
  if (isOnlyProblems && all.some(isNew)) {
    setKept(new Set([...kept, ...all.filter(isNew).map(({ entry }) => entry.key)]));
  } else if (isOnlyProblems && !all.some(({ entry }) => kept.has(entry.key))) setOnlyProblems(false);
  const shown = isOnlyProblems ? all.filter(({ entry }) => kept.has(entry.key)) : all;
  return { shown, isOnlyProblems, setOnlyProblems };
}
