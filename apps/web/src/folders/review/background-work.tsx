// Shows running scans, and the progress of adding items to the library.
import type { LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import styles from './review.module.css';

export function BackgroundWork({ folders }: { folders: readonly LibraryFolder[] }) {
  const { t } = useTranslation('libraryReview');
  const adding = folders.reduce((sum, { items }) => sum + items.adding, 0);
  const most = useMost(adding);
  return (
    <div role="status" className={styles.work}>
      {folders
        .filter(({ scan }) => scan?.startedAt)
        .map(({ id, path, scan }) => (
          <p key={id}>{t('scanning', { path, count: scan?.entries ?? 0 })}</p>
        ))}
      {adding > 0 && (
        <div className={styles.adding}>
          <span>{t('add.left', { count: adding })}</span>
          <ProgressBar
            percent={Math.round((100 * (most - adding)) / most)}
            size="sm"
            label={t('add.progress')}
          />
        </div>
      )}
    </div>
  );
}

/** Returns the largest value since it was last 0. */
function useMost(value: number): number {
  const [most, setMost] = useState(value);
  const next = value === 0 ? 0 : Math.max(most, value);
  if (next !== most) setMost(next);
  return next;
}
