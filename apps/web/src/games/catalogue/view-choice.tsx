// Whether the games are shown as a list or as covers, and how large the covers are.
import {
  IconGrid4x4,
  IconGridDots,
  IconLayoutGrid,
  IconLayoutList,
  IconRectangleVertical,
  IconSquare,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type GridViewName, gridViews } from './grid/grid-layout.ts';
import styles from './view-choice.module.css';

export interface ViewChoiceProps {
  value: GridViewName;
  onChange(view: GridViewName): void;
}

const icons = {
  list: IconLayoutList,
  tiny: IconGridDots,
  small: IconGrid4x4,
  medium: IconLayoutGrid,
  large: IconRectangleVertical,
  huge: IconSquare,
};

export function ViewChoice({ value, onChange }: ViewChoiceProps) {
  const { t } = useTranslation('games');
  return (
    <fieldset className={styles.choice} aria-label={t('size.label')}>
      {gridViews.map((view) => {
        const Icon = icons[view];
        return (
          <label key={view} className={styles.size} title={t(`size.${view}`)}>
            <input
              type="radio"
              name="view"
              aria-label={t(`size.${view}`)}
              checked={view === value}
              onChange={() => onChange(view)}
            />
            <Icon size={18} stroke={1.7} aria-hidden />
          </label>
        );
      })}
    </fieldset>
  );
}
