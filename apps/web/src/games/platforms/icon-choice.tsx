// Chooses the icon of a platform: a radio group of pictures.
import { type PlatformIcon, platformIcons } from '@cellar/contract/games/rules/platform-icons.ts';
import { useTranslation } from 'react-i18next';
import { OwnPlatformIcon } from '#ui/own-platform-icon.tsx';
import styles from './platforms.module.css';

export interface IconChoiceProps {
  value: PlatformIcon;
  onChange(icon: PlatformIcon): void;
}

export function IconChoice({ value, onChange }: IconChoiceProps) {
  const { t } = useTranslation('platforms');
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{t('form.icon')}</legend>
      <div className={styles.icons}>
        {platformIcons.map((icon) => (
          <label key={icon} className={styles.iconOption} title={t(`icons.${icon}`)}>
            <input
              type="radio"
              name="platform-icon"
              aria-label={t(`icons.${icon}`)}
              checked={icon === value}
              onChange={() => onChange(icon)}
            />
            <OwnPlatformIcon icon={icon} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
