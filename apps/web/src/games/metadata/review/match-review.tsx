// The games by the state of their match, for an admin to decide about them one after the other.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { MatchCounts, MatchState } from '@cellar/contract/games/matches.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { matchCountsQuery } from '../matches/matches.queries.ts';
import { WaitingSearches } from '../settings/no-provider.tsx';
import styles from './match-review.module.css';
import { ReviewQueue } from './review-queue.tsx';
import { ScanBar } from './scan-bar.tsx';
import { StateChoice } from './state-choice.tsx';
import { usePendingDecisions } from './use-decision-requests.ts';
import { useDecisions } from './use-decisions.ts';

export interface MatchReviewProps {
  state: MatchState;
  onState(state: MatchState): void;
  /** Called when metadata of games has changed. */
  onGamesChanged(): void;
}

export function MatchReview({ state, onState, onGamesChanged }: MatchReviewProps) {
  const { t } = useTranslation('matches');
  const isDeciding = usePendingDecisions() > 0;
  // While decisions are being saved, the page counts them itself.
  const query = useQuery({
    ...matchCountsQuery(useApi()),
    ...(isDeciding && { refetchInterval: false, refetchOnWindowFocus: false }),
  });
  if (query.isPending) {
    return (
      <div role="status" aria-label={t('review.loading')}>
        <Skeleton height="20rem" />
      </div>
    );
  }
  if (!query.data) {
    return <LoadFailed heading="h2" title={t('review.loadFailed')} onRetry={() => void query.refetch()} />;
  }
  return <Review {...query.data} state={state} onState={onState} onGamesChanged={onGamesChanged} />;
}

function Review({ counts, scan, state, onState, onGamesChanged }: MatchReviewProps & MatchCounts) {
  const { t } = useTranslation('matches');
  const decisions = useDecisions(state, onGamesChanged);
  const searching = counts.searching + (state === 'queued' ? 0 : counts.queued);
  return (
    <section className={styles.review} aria-label={t('review.heading')}>
      <div className={styles.head}>
        <StateChoice counts={counts} chosen={state} onChoose={onState} />
        <ScanBar scan={scan} />
      </div>
      <p role="status" className={styles.waiting}>
        <WaitingSearches count={searching} />
      </p>
      {state === 'failed' && counts.failed > 0 && <RetryAll />}
      <ReviewQueue key={state} state={state} counts={counts} decisions={decisions} />
    </section>
  );
}

/** A button that searches again for all games whose search has failed. */
function RetryAll() {
  const { t } = useTranslation('matches');
  const client = useApi();
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => client.call(adminApi.retryMatches),
    onSuccess: ({ queued }) => toast.info(t('review.allRetried', { count: queued })),
    onError: (error) => toast.error(errorText(error, t('review.actionFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.matches.all }),
  });
  return (
    <Button
      className={styles.retryAll}
      variant="default"
      size="sm"
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {t('review.retryAll')}
    </Button>
  );
}
