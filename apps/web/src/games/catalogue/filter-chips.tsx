// The active filters as chips, each of which removes its filter.
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { GameList } from '../games.queries.ts';
import { activeValues, toggled } from './active-values.ts';
import styles from './filter-chips.module.css';
import { useFilterName } from './filter-names.ts';

export interface FilterChipsProps {
  list: GameList;
  onChoose(changes: Partial<GameList>): void;
}

export function FilterChips({ list, onChoose }: FilterChipsProps) {
  const { t } = useTranslation('filters');
  const nameOf = useFilterName();
  return (
    <ul className={styles.chips} aria-label={t('active')}>
      {activeValues(list).map((active) => {
        const name = nameOf(active, true);
        return (
          <li key={`${active.group} ${active.value}`}>
            <button
              type="button"
              className={styles.chip}
              aria-label={t('remove', { name })}
              onClick={() => onChoose(toggled(list, active))}
            >
              {name}
              <IconX size={14} aria-hidden />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
