// The active filters as chips, each of which removes its filter.

import type { Hideable, Mark } from '@cellar/contract/club/rules/marks.ts';
import type { Decade, PlayerFilter, SizeRange } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { GameList } from '../games.queries.ts';
import { useGenreName } from '../genre-name.ts';
import { type ActiveValue, activeValues, toggled } from './active-values.ts';
import styles from './filter-chips.module.css';

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

// The names of filter values, as chips show them.

/** `isAlone`: the name is shown without the heading of its group. */
export function useFilterName(): (value: ActiveValue, isAlone: boolean) => string {
  const { t } = useTranslation('filters');
  const genreName = useGenreName();
  return ({ group, value }, isAlone) => {
    const decade = value as `${Decade}`;
    switch (group) {
      case 'platform':
        return value;
      case 'genre':
        return genreName(value);
      case 'decade':
        return t(`decade.${decade}`);
      case 'size':
        return t(`size.${value as SizeRange}`);
      case 'players':
        return t(`players.${value as PlayerFilter}`);
      case 'mine':
        return t(`mine.${value as Mark}`);
      case 'hide':
        return isAlone ? t(`hides.${value as Hideable}`) : t(`hide.${value as Hideable}`);
      case 'added':
        return t('added.new');
    }
  };
}
