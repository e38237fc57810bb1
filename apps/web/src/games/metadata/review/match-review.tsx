// The games by the state of their match, for an admin to decide about them one after the other.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { MatchCounts, MatchState } from '@cellar/contract/games/matches.ts';
import { Button } from '@mantine/core';
import { IconDatabaseSearch } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailed } from '#ui/feedback/messages.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { CountChoice } from '#ui/fields/choices.tsx';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import { matchCountsQuery } from '../matches/matches.queries.ts';
import { WaitingSearches } from '../settings/no-provider.tsx';
import styles from './match-review.module.css';
import { ReviewQueue } from './review-queue.tsx';
import { useDecisions, usePendingDecisions } from './use-decisions.ts';

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
    return <LoadingBlock label={t('review.loading')} height="20rem" />;
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
    <section className={layout.stack4} aria-label={t('review.heading')}>
      <div className={layout.split}>
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
      className={layout.atStart}
      variant="default"
      size="sm"
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {t('review.retryAll')}
    </Button>
  );
}

const listed = ['review', 'none', 'failed', 'queued', 'matched', 'left'] as const satisfies MatchState[];

interface StateChoiceProps {
  counts: MatchCounts['counts'];
  chosen: MatchState;
  onChoose(state: MatchState): void;
}

/** Selects the state of the listed games, and shows the number of games in each state. */
function StateChoice({ counts, chosen, onChoose }: StateChoiceProps) {
  const { t } = useTranslation('matches');
  const shown = listed.filter((state) => state !== 'queued' || state === chosen || counts.queued > 0);
  return (
    <CountChoice
      label={t('review.states')}
      parts={shown.map((state) => {
        const count = counts[state];
        return { part: state, label: t('review.count', { state: t(`states.${state}`), count }), count };
      })}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}

/** Starts, monitors and cancels the search for all games without metadata. */
function ScanBar({ scan }: Pick<MatchCounts, 'scan'>) {
  const { t } = useTranslation('matches');
  const { start, cancel, cancelled } = useScan();
  // After a cancel, running searches still finish, but the scan itself is over.
  if (!scan || scan.left === 0 || scan.startedAt === cancelled) {
    return (
      <Button
        variant="default"
        size="sm"
        classNames={{ root: styles.scanStart, label: styles.scanLabel }}
        leftSection={<IconDatabaseSearch size={17} stroke={1.7} />}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {t('scan.start')}
      </Button>
    );
  }
  const done = scan.total - scan.left;
  return (
    <div className={styles.scan}>
      <div className={styles.scanLine}>
        <span>{t('scan.progress', { done, count: scan.total })}</span>
        <Button
          variant="default"
          size="compact-sm"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(scan.startedAt)}
        >
          {t('scan.cancel')}
        </Button>
      </div>
      <ProgressBar percent={(100 * done) / scan.total} label={t('scan.label')} />
    </div>
  );
}

function useScan() {
  const { t } = useTranslation('matches');
  const client = useApi();
  const queryClient = useQueryClient();
  const [cancelled, setCancelled] = useState<string>();
  const onError = (error: ApiError) => toast.error(errorText(error, t('review.actionFailed')));
  const onSettled = () => queryClient.invalidateQueries({ queryKey: queryKeys.matches.all });
  const start = useMutation({
    mutationFn: () => client.call(adminApi.scanMatches),
    onSuccess: ({ queued }) => {
      setCancelled(undefined);
      toast.info(queued > 0 ? t('scan.queued', { count: queued }) : t('scan.nothing'));
    },
    onError,
    onSettled,
  });
  const cancel = useMutation({
    mutationFn: (_startedAt: string) => client.call(adminApi.cancelScan),
    onSuccess: (_, startedAt) => {
      setCancelled(startedAt);
      toast.info(t('scan.cancelled'));
    },
    onError,
    onSettled,
  });
  return { start, cancel, cancelled };
}
