// A placeholder with the shape of a game page, shown while the game loads.
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/feedback/loading.tsx';
import styles from './game-profile.module.css';

export function GameProfileSkeleton() {
  const { t } = useTranslation('game');
  return (
    <div className={styles.profile} role="status" aria-label={t('page.loading')}>
      <div className={styles.back}>
        <Skeleton width="8rem" height="2rem" />
      </div>
      <div className={styles.head}>
        <Skeleton width="80%" height="3.5rem" />
        <Skeleton width="12rem" height="1.5rem" />
        <Skeleton width="9rem" height="1.5rem" />
      </div>
      <div className={styles.side}>
        <div className={styles.cover}>
          <Skeleton isCover />
        </div>
        <div className={styles.facts}>
          <Skeleton height="8rem" />
        </div>
      </div>
      <div className={styles.downloads}>
        <Skeleton height="10rem" />
      </div>
      <div className={styles.body}>
        <Skeleton height="6rem" />
        <Skeleton height="14rem" />
      </div>
    </div>
  );
}
