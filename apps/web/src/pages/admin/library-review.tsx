// `/admin/library`: what scans of the library folders have found, for review.
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LibraryReview } from '#folders/review/library-review.tsx';
import { queryKeys } from '#lib/query-keys.ts';
import styles from '../page.module.css';
import { AdminHead } from './admin-head.tsx';

export function LibraryReviewPage() {
  const { t } = useTranslation('libraryReview');
  const queryClient = useQueryClient();
  return (
    <div className={styles.libraryReviewPage}>
      <AdminHead title={t('title')} back={t('back')}>
        <p className={styles.libraryReviewLead}>{t('lead')}</p>
      </AdminHead>
      <LibraryReview
        onGamesChanged={() => void queryClient.invalidateQueries({ queryKey: queryKeys.games.all })}
      />
    </div>
  );
}
