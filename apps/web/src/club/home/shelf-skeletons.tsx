// What the home page shows while it loads, already before its own code is there.
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/feedback/loading.tsx';
import styles from './shelf.module.css';

const shelves = [0, 1, 2];
const covers = Array.from({ length: 12 }, (_, index) => index);

export function ShelfSkeletons() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {shelves.map((shelf) => (
        <div key={shelf} className={styles.shelf} aria-hidden>
          <div className={styles.head}>
            <Skeleton width="16rem" height="1.5rem" />
          </div>
          <div className={styles.row}>
            {covers.map((cover) => (
              <span key={cover} className={styles.item}>
                <Skeleton isCover />
                <span className={styles.title} />
              </span>
            ))}
          </div>
        </div>
      ))}
    </>
  );
}
