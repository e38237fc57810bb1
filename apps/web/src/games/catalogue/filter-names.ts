// The names of filter values, as chips show them.

import type { Hideable, Mark } from '@cellar/contract/club/rules/marks.ts';
import type { Decade, PlayerFilter, SizeRange } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { useTranslation } from 'react-i18next';
import { useGenreName } from '../genre-name.ts';
import type { ActiveValue } from './active-values.ts';

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
