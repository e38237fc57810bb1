// `/admin/library`: what scans of the library folders have found, for review.
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { LibraryReview } from '#folders/review/library-review.tsx';
import { paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import styles from '../page.module.css';

export function LibraryReviewPage() {
  const { t } = useTranslation('libraryReview');
  const queryClient = useQueryClient();
  return (
    <div className={styles.libraryReviewPage}>
      <PageTitle>{t('title')}</PageTitle>
      <div>
        <Button
          component={Link}
          to={paths.admin}
          variant="default"
          size="sm"
          leftSection={<IconArrowLeft size={18} />}
        >
          {t('back')}
        </Button>
      </div>
      <div>
        <h1>{t('title')}</h1>
        <p className={styles.libraryReviewLead}>{t('lead')}</p>
      </div>
      <LibraryReview
        onGamesChanged={() => void queryClient.invalidateQueries({ queryKey: queryKeys.games.all })}
      />
    </div>
  );
}
