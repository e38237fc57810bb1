// The selected files of the batch list.

export interface Selection {
  keys: ReadonlySet<number>;
  /** The file that was selected or deselected last. A range begins there. */
  anchor: number | undefined;
}

export const nothingSelected: Selection = { keys: new Set(), anchor: undefined };

/** Selects or deselects a file, or with `isRange` all files from the last one to this one. `shown` has the keys in their order. */
export function select(
  selection: Selection,
  shown: readonly number[],
  { key, isOn, isRange }: { key: number; isOn: boolean; isRange: boolean },
): Selection {
  const here = shown.indexOf(key);
  const from = isRange && selection.anchor !== undefined ? shown.indexOf(selection.anchor) : here;
  const start = from < 0 ? here : from;
  const range = shown.slice(Math.min(start, here), Math.max(start, here) + 1);
  return { keys: changed(selection.keys, range, isOn), anchor: key };
}

export function selectAll(selection: Selection, shown: readonly number[], isOn: boolean): Selection {
  return { keys: changed(selection.keys, shown, isOn), anchor: undefined };
}

function changed(keys: ReadonlySet<number>, changes: readonly number[], isOn: boolean): Set<number> {
  const next = new Set(keys);
  for (const key of changes) {
    if (isOn) next.add(key);
    else next.delete(key);
  }
  return next;
}
