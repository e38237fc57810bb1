// The actions of the review on one item or on several.
import type { ItemSelection, LibraryItem } from '@cellar/contract/folders/folders.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#ui/toasts/toast.tsx';
import type { ItemFilter } from '../folders.queries.ts';
import { useAddItems, useItemChanges } from './use-item-changes.ts';

export type ReviewChanges = ReturnType<typeof useReviewChanges>;

export function useReviewChanges({ state }: ItemFilter) {
  const { t } = useTranslation('libraryReview');
  const change = useItemChanges();
  const adding = useAddItems(({ adding: count, left }) => {
    if (count > 0) toast.info(t('add.started', { count }));
    if (left > 0) toast.warning(t('add.notReady', { count: left }));
  });
  // The ids of items whose titles were changed here. Their rows stay where they are.
  const [renamed] = useState(() => new Set<string>());
  const release = (selection: ItemSelection) => {
    if ('ids' in selection) for (const id of selection.ids) renamed.delete(id);
    else renamed.clear();
  };
  return {
    renamed,
    isAdding: adding.isPending,
    isChanging: change.isPending,
    /** Rejects if the title could not be saved. */
    async rename({ id }: LibraryItem, title: string): Promise<void> {
      renamed.add(id);
      await change.mutateAsync({ selection: { ids: [id] }, change: { title } });
    },
    /** Rejects if the title could not be saved. */
    async merge(selection: ItemSelection, title: string): Promise<void> {
      renamed.clear();
      await change.mutateAsync({ selection, change: { title } });
    },
    /** `keepsPlatforms`: items that have a platform keep it. */
    setPlatform: (selection: ItemSelection, platform: string, { keepsPlatforms = false } = {}) =>
      change.mutate({ selection, change: { platform, keepsPlatforms } }),
    /** Skips found items, and makes other items found again, unless they are in the library. */
    toggleSkip(selection: ItemSelection, onDone?: () => void) {
      if (state === 'added') return;
      release(selection);
      const next = state === 'found' ? 'skipped' : 'found';
      change.mutate({ selection, change: { state: next } }, { onSuccess: onDone });
    },
    add(selection: ItemSelection, onDone?: () => void) {
      if (state !== 'found' || adding.isPending) return;
      release(selection);
      adding.mutate(selection, { onSuccess: onDone });
    },
  };
}
