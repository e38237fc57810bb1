// The games that the member has selected in the grid. The selection is kept when the filters change, so that games can be collected
// from several searches.
import type { GameListItem } from '@cellar/contract/games.ts';
import { useCallback, useRef, useState } from 'react';
import { useLatest } from '#lib/use-latest.ts';

export interface Selection {
  /** Undefined while games are not being selected. */
  ids: ReadonlySet<string> | undefined;
  begin(): void;
  clear(): void;
  end(): void;
  /** `isRange`: also selects the loaded games since the last one that was selected. */
  toggle(index: number, isRange: boolean): void;
}

export function useSelection(gameAt: (index: number) => GameListItem | undefined): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  const last = useRef<number>(undefined);
  const games = useLatest(gameAt);
  const toggle = useCallback(
    (index: number, isRange: boolean) => {
      const from = isRange ? (last.current ?? index) : index;
      last.current = index;
      const [first, end] = [Math.min(from, index), Math.max(from, index)];
      const range = Array.from({ length: end - first + 1 }, (_, at) => games.current(first + at)?._id);
      const id = games.current(index)?._id;
      setIds((before = none) => {
        const next = new Set(before);
        if (!isRange && id && next.delete(id)) return next;
        for (const one of range) if (one) next.add(one);
        return next;
      });
    },
    [games],
  );
  return { ids, begin: () => setIds(none), clear: () => setIds(none), end: () => setIds(undefined), toggle };
}

const none: ReadonlySet<string> = new Set();
