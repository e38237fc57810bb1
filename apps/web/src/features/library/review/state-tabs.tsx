// Selects the state of the listed items, and shows the number of items in each state.
import type { ItemState, LibraryFolder } from '@cellar/contract/library.ts';
import { useTranslation } from 'react-i18next';
import styles from './review.module.css';
import { itemStates, type ReviewFilter } from './review-filter.ts';

export interface StateTabsProps {
  /** The folders whose items are counted. */
  folders: readonly LibraryFolder[];
  state: ReviewFilter['state'];
  onChange(state: ReviewFilter['state']): void;
}

export function StateTabs({ folders, state: asked, onChange }: StateTabsProps) {
  const { t } = useTranslation('libraryReview');
  const chosen: ItemState = asked ?? 'found';
  const countOf = (state: ItemState) => folders.reduce((sum, { items }) => sum + items[state], 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={t('states')} className={styles.pills}>
      {itemStates
        .filter((state) => state !== 'adding' || state === chosen || countOf(state) > 0)
        .map((state) => (
          <button
            key={state}
            type="button"
            className={styles.pill}
            aria-pressed={state === chosen}
            data-some={countOf(state) > 0 || undefined}
            onClick={() => onChange(state === 'found' ? undefined : state)}
          >
            {t('countOf', { what: t(`state.${state}`), count: countOf(state) })}
          </button>
        ))}
    </div>
  );
}
