// Marks of a game in the grid: whether it is new to the member, and whether it is a favorite.
import { IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './card-badges.module.css';

export function CardBadges({ isFavorite, isNew }: { isFavorite: boolean; isNew: boolean }) {
  const { t } = useTranslation('games');
  return (
    <span className={styles.badges}>
      {isNew && <span className={styles.new}>{t('visit.isNew')}</span>}
      {isFavorite && (
        <span className={styles.favorite} role="img" aria-label={t('visit.favorite')}>
          <IconStarFilled size={13} />
        </span>
      )}
    </span>
  );
}
