// The games grouped by the state of their match, for an admin to review.
import { api } from '@cellar/contract/api.ts';
import type { MatchesResponse, MatchState } from '@cellar/contract/matches.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { matchListQuery } from '../matches/matches.queries.ts';
import styles from './match-review.module.css';
import { ReviewEntry } from './review-entry.tsx';
import { ScanBar } from './scan-bar.tsx';
import { StateChoice } from './state-choice.tsx';

export interface MatchReviewProps {
  /** Called when metadata of games has changed. */
  onGamesChanged(): void;
}

export function MatchReview({ onGamesChanged }: MatchReviewProps) {
  const { t } = useTranslation('matches');
  const [asked, setAsked] = useState<{ state: MatchState; page: number }>({ state: 'review', page: 1 });
  const list = useQuery(matchListQuery(useApi(), asked.state, asked.page));
  useWhenMatched(list.data?.counts.matched, onGamesChanged);
  // The last page may have disappeared along with its last entry.
  if (list.data && !list.isPlaceholderData && asked.page > list.data.totalPages) {
    setAsked({ ...asked, page: list.data.totalPages });
  }
  return (
    <Section heading={t('review.heading')} lead={t('review.lead')}>
      {list.isPending && (
        <div role="status" aria-label={t('review.loading')}>
          {/* As high as "All is well", so that the games below do not move. */}
          <Skeleton height="20rem" />
        </div>
      )}
      {list.isError && !list.data && <LoadFailedNotice onRetry={() => void list.refetch()} />}
      {list.data && (
        <Review
          {...list.data}
          state={asked.state}
          isLoading={list.isPlaceholderData}
          onAsk={setAsked}
          onGamesChanged={onGamesChanged}
        />
      )}
    </Section>
  );
}

interface ReviewProps extends MatchesResponse, MatchReviewProps {
  state: MatchState;
  isLoading: boolean;
  onAsk(asked: { state: MatchState; page: number }): void;
}

function Review({ state, isLoading, onAsk, onGamesChanged, ...answer }: ReviewProps) {
  const { t } = useTranslation('matches');
  const { counts, scan } = answer;
  const hasNothingToDo = counts.review + counts.none + counts.failed === 0;
  return (
    <div className={styles.review}>
      <div className={styles.head}>
        <StateChoice counts={counts} chosen={state} onChoose={(next) => onAsk({ state: next, page: 1 })} />
        <ScanBar scan={scan} />
      </div>
      <p role="status" className={styles.waiting}>
        {counts.searching > 0 && t('review.waiting', { count: counts.searching })}
      </p>
      {state === 'failed' && counts.failed > 0 && <RetryAll />}
      {state === 'review' && hasNothingToDo ? (
        <StateMessage
          icon={<IconCircleCheck size={30} stroke={1.5} />}
          title={t('review.allWell')}
          text={t('review.allWellText')}
          heading="h3"
        />
      ) : (
        <ReviewList
          key={state}
          {...answer}
          state={state}
          isLoading={isLoading}
          onPage={(page) => onAsk({ state, page })}
          onGamesChanged={onGamesChanged}
        />
      )}
    </div>
  );
}

interface ReviewListProps extends MatchesResponse {
  state: MatchState;
  isLoading: boolean;
  onPage(page: number): void;
  onGamesChanged(): void;
}

/** One page of the games in the selected state. */
function ReviewList(props: ReviewListProps) {
  const { t } = useTranslation('matches');
  const { state, matches, currentPage, totalPages, isLoading, onPage, onGamesChanged } = props;
  if (matches.length === 0) return <p className={styles.empty}>{t(`review.empty.${state}`)}</p>;
  return (
    <>
      <ul className={styles.list} aria-label={t('review.list')} aria-busy={isLoading}>
        {matches.map((entry) => (
          <li key={entry.gameId} data-entry={entry.gameId}>
            <ReviewEntry entry={entry} onGamesChanged={onGamesChanged} />
          </li>
        ))}
      </ul>
      <Pager page={currentPage} totalPages={totalPages} label={t('review.page.label')} onPage={onPage} />
    </>
  );
}

/** Calls `onMatched` when the number of matched games changes. */
function useWhenMatched(matched: number | undefined, onMatched: () => void): void {
  const before = useRef(matched);
  const handleMatched = useEffectEvent(onMatched);
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== matched;
    before.current = matched;
    if (hasChanged) handleMatched();
  }, [matched]);
}

/** A button that searches again for all games whose search has failed. */
function RetryAll() {
  const { t } = useTranslation('matches');
  const client = useApi();
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => client.call(api.retryMatches),
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
