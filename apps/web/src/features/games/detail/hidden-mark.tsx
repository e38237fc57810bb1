// Tells an admin that members can't see a game.
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './game-links.module.css';

export function HiddenMark() {
  const { t } = useTranslation('game');
  return (
    <p className={styles.hidden}>
      <IconEyeOff size={17} stroke={1.7} aria-hidden />
      {t('hidden')}
    </p>
  );
}
