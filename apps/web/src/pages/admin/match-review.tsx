// `/admin/matches`: the games by the state of their match. An admin decides about uncertain ones, one after the other.
import { matchStates } from '@cellar/contract/games/matches.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { MatchReview } from '#games/metadata/review/match-review.tsx';
import { matchReviewPath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import styles from '../page.module.css';
import { AdminHead } from './admin-head.tsx';

export function MatchReviewPage() {
  const { t } = useTranslation('matches');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const state = matchStates.find((each) => each === params.get('state')) ?? 'review';
  return (
    <div className={styles.libraryReviewPage}>
      <AdminHead title={t('review.heading')} back={t('queue.back')}>
        <p className={styles.libraryReviewLead}>{t('review.lead')}</p>
      </AdminHead>
      <MatchReview
        state={state}
        onState={(next) => void navigate(matchReviewPath(next), { replace: true })}
        onGamesChanged={() => void queryClient.invalidateQueries({ queryKey: queryKeys.games.all })}
      />
    </div>
  );
}
