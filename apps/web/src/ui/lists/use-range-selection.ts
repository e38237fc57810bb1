// The selected entries of a list. A range begins at the entry that was selected or deselected last, which is known by its id, so that
// it is the same entry after the list was sorted, filtered or loaded again.
import { useState } from 'react';
import { useLatest } from '#lib/use-latest.ts';

export interface Selected<Id> {
  ids: ReadonlySet<Id>;
  /** The entry that was selected or deselected last. */
  anchor: Id | undefined;
}

export const nothingSelected: Selected<never> = { ids: new Set(), anchor: undefined };

interface RangeSelectionOptions<Id> {
  /** Returns all entries of the list in their order, undefined in place of those that are not loaded. Called for ranges only. */
  listIds(): readonly (Id | undefined)[];
  selected: Selected<Id>;
  update(change: (before: Selected<Id>) => Selected<Id>): void;
  /** Returns the entries of a range, some of which are not loaded, or none if that fails. */
  fetchRange?(from: Id, to: Id): Promise<readonly Id[]>;
}

interface RangeOptions<Id> {
  /** Where the range begins, by default at the anchor. */
  from?: Id | undefined;
  /** False: deselects the range. */
  isOn?: boolean;
}

/** The functions are the same at each render, because rows are memoized. */
export interface RangeSelection<Id> {
  toggle(id: Id): void;
  /** Selects everything from the anchor to this entry. */
  extendTo(id: Id, options?: RangeOptions<Id>): void;
  /** Selects or deselects these entries, and drops the anchor. */
  set(ids: readonly Id[], isOn: boolean): void;
  clear(): void;
}

export function useRangeSelection<Id>(options: RangeSelectionOptions<Id>): RangeSelection<Id> {
  const latest = useLatest(options);
  const [selection] = useState<RangeSelection<Id>>(() => {
    const update: RangeSelectionOptions<Id>['update'] = (change) => latest.current.update(change);
    return {
      toggle: (id) => update(({ ids }) => ({ ids: changed(ids, [id], !ids.has(id)), anchor: id })),
      extendTo(id, { from = latest.current.selected.anchor ?? id, isOn = true } = {}) {
        const { listIds, fetchRange } = latest.current;
        const range = rangeOf(listIds(), from, id);
        update(({ ids }) => ({ ids: changed(ids, range ?? [], isOn), anchor: id }));
        if (range) return;
        void fetchRange?.(from, id).then((fetched) =>
          update(({ ids, anchor }) => ({ ids: changed(ids, fetched, isOn), anchor })),
        );
      },
      set: (some, isOn) => update(({ ids }) => ({ ids: changed(ids, some, isOn), anchor: undefined })),
      clear: () => update(() => nothingSelected),
    };
  });
  return selection;
}

function changed<Id>(before: ReadonlySet<Id>, ids: readonly Id[], isOn: boolean): ReadonlySet<Id> {
  const next = new Set(before);
  for (const id of ids) {
    if (isOn) next.add(id);
    else next.delete(id);
  }
  return next;
}

/**
 * Returns the entries from one to the other, in either direction; only `to` if `from` is not in the list. Undefined if not all of them
 * are loaded.
 */
export function rangeOf<Id>(ids: readonly (Id | undefined)[], from: Id, to: Id): Id[] | undefined {
  if (from === to) return [to];
  const [first = 0, last = 0] = [ids.indexOf(from), ids.indexOf(to)].toSorted((a, b) => a - b);
  if (first < 0) return ids.includes(undefined) ? undefined : [to];
  const range = ids.slice(first, last + 1).filter((id) => id !== undefined);
  return range.length === last + 1 - first ? range : undefined;
}
