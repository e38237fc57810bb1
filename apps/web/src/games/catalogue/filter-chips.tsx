// The active filters as chips, each of which removes its filter.

import type { Hideable, Mark } from '@cellar/contract/club/rules/marks.ts';
import type { Decade, PlayerFilter, SizeRange } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import layout from '#ui/layout.module.css';
import type { GameList } from '../games.queries.ts';
import { useGenreName } from '../genre-name.ts';
import { type ActiveValue, activeValues, toggled } from './active-values.ts';
import styles from './filter-chips.module.css';

export interface FilterChipsProps {
  list: GameList;
  onChoose(changes: Partial<GameList>): void;
  onClear(): void;
}

export function FilterChips({ list, onChoose, onClear }: FilterChipsProps) {
  const { t } = useTranslation('filters');
  const { t: tGames } = useTranslation('games');
  const nameOf = useFilterName();
  return (
    <ul className={layout.row2} aria-label={t('active')}>
      {activeValues(list).map((active) => {
        const name = nameOf(active);
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
      <li>
        <Button className={styles.clear} variant="subtle" size="compact-sm" onClick={onClear}>
          {tGames('filter.clear')}
        </Button>
      </li>
    </ul>
  );
}

// The names of filter values, as chips show them.

export function useFilterName(): (value: ActiveValue) => string {
  const { t } = useTranslation('filters');
  const genreName = useGenreName();
  return ({ group, value }) => {
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
        return t(`hides.${value as Hideable}`);
      case 'added':
        return t('added.new');
    }
  };
}
