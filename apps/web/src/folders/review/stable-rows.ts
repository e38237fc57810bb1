// Keeps the rows of a page in their places while the admin works on them. The server sorts by title, so a changed title
// would move an item away from under the hands of the admin.
import type { LibraryItem } from '@cellar/contract/folders/folders.ts';
import { useState } from 'react';

interface Rows {
  view: string | undefined;
  /** The list from which the rows were made. */
  source: readonly LibraryItem[];
  rows: readonly LibraryItem[];
}

/**
 * Returns the rows in the order in which they were first shown. Another `view` (page, filter) is shown as it is sorted;
 * `view` is undefined while it is loading. Rows whose ids are in `renamed` stay, although the server may now list them
 * on another page.
 */
export function useStableRows(
  view: string | undefined,
  source: readonly LibraryItem[],
  renamed: ReadonlySet<string>,
): readonly LibraryItem[] {
  const [shown, setShown] = useState<Rows>({ view, source, rows: source });
  if (shown.source === source && (view === undefined || shown.view === view)) return shown.rows;
  const isSameView = view === undefined || shown.view === view;
  const rows = isSameView ? inPlace(shown.rows, source, renamed) : source;
  setShown({ view: view ?? shown.view, source, rows });
  return rows;
}

export function inPlace(
  before: readonly LibraryItem[],
  source: readonly LibraryItem[],
  renamed: ReadonlySet<string>,
): LibraryItem[] {
  const latest = new Map(source.map((item) => [item.id, item]));
  const kept = before.flatMap((item) => latest.get(item.id) ?? (renamed.has(item.id) ? item : []));
  const places = new Set(kept.map(({ id }) => id));
  return [...kept, ...source.filter(({ id }) => !places.has(id))];
}
