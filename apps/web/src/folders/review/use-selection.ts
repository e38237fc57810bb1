// The selected items of the review. A selection outlives a change of page, but not of the filter.
import type { ItemSelection, LibraryItem } from '@cellar/contract/folders/folders.ts';
import { useState } from 'react';
import type { ItemFilter } from '../folders.queries.ts';

interface Selected {
  /** The filter that the items were selected in. */
  filter: string;
  /** The items as they were when they were selected, by id. */
  items: ReadonlyMap<string, LibraryItem>;
  /** Whether everything that the filter shows is selected, on all pages. */
  isAll: boolean;
  /** The item that was selected last; Shift selects from here. */
  anchor: string | undefined;
}

const nothing: Omit<Selected, 'filter'> = { items: new Map(), isAll: false, anchor: undefined };

export interface Selection {
  /** Undefined if nothing is selected. */
  body: ItemSelection | undefined;
  /** Undefined if everything that the filter shows is selected. */
  items: LibraryItem[] | undefined;
  has(id: string): boolean;
  /** With `isRange`, selects everything between the last selected item and this one. */
  toggle(item: LibraryItem, isRange: boolean): void;
  /** Adds both items. */
  extend(from: string, to: string): void;
  /** Selects or deselects all rows of the page. */
  setPage(isSelected: boolean): void;
  selectAll(): void;
  clear(): void;
}

/** `rows` are the items of the current page. */
export function useSelection(filter: ItemFilter, rows: readonly LibraryItem[]): Selection {
  const key = JSON.stringify(filter);
  const [state, setState] = useState<Selected>({ ...nothing, filter: key });
  const selected = state.filter === key ? state : { ...nothing, filter: key };
  const set = (part: Partial<Selected>) => setState({ ...selected, isAll: false, ...part });
  const current = new Map(rows.map((row) => [row.id, row]));
  // Shows the latest values of items on this page.
  const items = [...selected.items.values()].map((item) => current.get(item.id) ?? item);
  const base = selected.isAll ? current : selected.items;
  return {
    body: selectionBody(selected, filter),
    items: selected.isAll ? undefined : items,
    has: (id) => selected.isAll || selected.items.has(id),
    toggle(item, isRange) {
      const isOn = isRange || !base.has(item.id);
      const next = new Map(base);
      for (const each of isRange ? between(rows, selected.anchor, item) : [item]) {
        if (isOn) next.set(each.id, each);
        else next.delete(each.id);
      }
      set({ items: next, anchor: item.id });
    },
    extend(from, to) {
      const more = rows.filter(({ id }) => id === from || id === to);
      set({ items: new Map([...base, ...more.map((item) => [item.id, item] as const)]), anchor: to });
    },
    setPage(isSelected) {
      const others = [...base].filter(([id]) => !current.has(id));
      set({ items: new Map(isSelected ? [...others, ...current] : others), anchor: undefined });
    },
    selectAll: () => set({ ...nothing, isAll: true }),
    clear: () => set(nothing),
  };
}

function selectionBody({ items, isAll }: Selected, filter: ItemFilter): ItemSelection | undefined {
  if (isAll) return { filter } as ItemSelection;
  return items.size > 0 ? { ids: [...items.keys()] } : undefined;
}

/** Returns the rows from the anchor to the item, in either direction. */
function between(rows: readonly LibraryItem[], anchor: string | undefined, item: LibraryItem) {
  const ends = [anchor ?? item.id, item.id].map((id) => rows.findIndex((row) => row.id === id));
  const [from = 0, to = 0] = ends.toSorted((a, b) => a - b);
  return from < 0 ? [item] : rows.slice(from, to + 1);
}
