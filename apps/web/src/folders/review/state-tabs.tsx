// Selects the state of the listed items, and shows the number of items in each state.
import type { ItemState, LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { useTranslation } from 'react-i18next';
import { CountChoice } from '#ui/fields/count-choice.tsx';
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
  const shown = itemStates.filter((state) => state !== 'adding' || state === chosen || countOf(state) > 0);
  return (
    <CountChoice
      label={t('states')}
      parts={shown.map((state) => {
        const count = countOf(state);
        return { part: state, label: t('countOf', { what: t(`state.${state}`), count }), count };
      })}
      chosen={chosen}
      onChoose={(state) => onChange(state === 'found' ? undefined : state)}
    />
  );
}
