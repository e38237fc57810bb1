// A gray placeholder with the size of the content that is loading. Hidden from screen readers, because the list itself
// announces that it is loading.
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './loading.module.css';

export interface SkeletonProps {
  width?: string;
  height?: string;
  /** Whether to use the shape of a cover instead of `height`. */
  isCover?: boolean;
}

export function Skeleton({ width = '100%', height = '1em', isCover = false }: SkeletonProps) {
  const size: CSSProperties = isCover ? { width, aspectRatio: '2 / 3' } : { width, height };
  return <span aria-hidden className={styles.skeleton} data-cover={isCover || undefined} style={size} />;
}

// Shown after a short delay while the code of a page or the first response of the site is loading.

export function PageLoading() {
  const { t } = useTranslation();
  return (
    <p className={styles.loading} role="status">
      {t('loading')}
    </p>
  );
}
