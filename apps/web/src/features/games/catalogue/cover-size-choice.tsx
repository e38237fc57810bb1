import { IconGridDots, IconLayoutGrid, IconSquare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type CoverSize, coverSizes } from '../grid/grid-layout.ts';
import styles from './cover-size-choice.module.css';

export interface CoverSizeChoiceProps {
  value: CoverSize;
  onChange(size: CoverSize): void;
}

const icons = { small: IconGridDots, medium: IconLayoutGrid, large: IconSquare };

export function CoverSizeChoice({ value, onChange }: CoverSizeChoiceProps) {
  const { t } = useTranslation('games');
  return (
    <fieldset className={styles.choice} aria-label={t('size.label')}>
      {coverSizes.map((size) => {
        const Icon = icons[size];
        return (
          <label key={size} className={styles.size} title={t(`size.${size}`)}>
            <input
              type="radio"
              name="cover-size"
              aria-label={t(`size.${size}`)}
              checked={size === value}
              onChange={() => onChange(size)}
            />
            <Icon size={18} stroke={1.7} aria-hidden />
          </label>
        );
      })}
    </fieldset>
  );
}
