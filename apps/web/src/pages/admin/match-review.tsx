// `/admin/matches`: the games by the state of their match. An admin decides about uncertain ones, one after the other.
import { matchStates } from '@cellar/contract/games/matches.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { MatchReview } from '#games/metadata/review/match-review.tsx';
import { matchReviewPath, paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import styles from '../page.module.css';

export function MatchReviewPage() {
  const { t } = useTranslation('matches');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const state = matchStates.find((each) => each === params.get('state')) ?? 'review';
  return (
    <div className={styles.libraryReviewPage}>
      <PageTitle>{t('review.heading')}</PageTitle>
      <div>
        <Button
          component={Link}
          to={paths.admin}
          variant="default"
          size="sm"
          leftSection={<IconArrowLeft size={18} />}
        >
          {t('queue.back')}
        </Button>
      </div>
      <div>
        <h1>{t('review.heading')}</h1>
        <p className={styles.libraryReviewLead}>{t('review.lead')}</p>
      </div>
      <MatchReview
        state={state}
        onState={(next) => void navigate(matchReviewPath(next), { replace: true })}
        onGamesChanged={() => void queryClient.invalidateQueries({ queryKey: queryKeys.games.all })}
      />
    </div>
  );
}
