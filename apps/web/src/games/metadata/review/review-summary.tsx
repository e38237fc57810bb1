// On the Game Management tab: how many games wait for a decision about their match, and the way to the review.
import type { MatchCounts } from '@cellar/contract/games/matches.ts';
import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { matchReviewPath } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { Section } from '#ui/section.tsx';
import { matchCountsQuery, waitingMatchesQuery } from '../matches/matches.queries.ts';
import { WaitingSearches } from '../settings/no-provider.tsx';
import styles from './match-review.module.css';

export interface ReviewSummaryProps {
  /** Called when metadata of games has changed. */
  onGamesChanged(): void;
}

export function ReviewSummary({ onGamesChanged }: ReviewSummaryProps) {
  const { t } = useTranslation('matches');
  const query = useQuery(matchCountsQuery(useApi()));
  useWhenMatched(query.data?.counts.matched, onGamesChanged);
  return (
    <Section heading={t('review.heading')} lead={t('summary.lead')}>
      {query.isPending && <LoadingBlock label={t('review.loading')} height="2.25rem" />}
      {query.isError && !query.data && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {query.data && <Summary {...query.data} />}
    </Section>
  );
}

const decided = ['review', 'none', 'failed'] as const;

function Summary({ counts }: MatchCounts) {
  const { t } = useTranslation('matches');
  const waiting = decided.filter((state) => counts[state] > 0);
  const searches = counts.searching + counts.queued;
  return (
    <div className={styles.summary}>
      <Button
        component={Link}
        to={matchReviewPath(waiting[0] ?? 'review')}
        variant={counts.review > 0 ? 'filled' : 'default'}
        size="sm"
        leftSection={<IconListCheck size={17} stroke={1.7} />}
      >
        {t('summary.open')}
      </Button>
      <p className={styles.counts}>
        {waiting.map((state) => (
          <Link key={state} to={matchReviewPath(state)}>
            {t('review.count', { state: t(`states.${state}`), count: counts[state] })}
          </Link>
        ))}
        {waiting.length === 0 && searches === 0 && t('summary.nothing')}
        <WaitingSearches count={searches} />
      </p>
    </div>
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

// The number of games that wait for an admin to choose a match, shown on the tab of Game Management.

export function MatchesBadge() {
  const { t } = useTranslation('matches');
  const { data: count = 0 } = useQuery(waitingMatchesQuery(useApi()));
  if (count === 0) return null;
  return (
    <span title={t('summary.waiting', { count })}>
      <Badge tone="accent">{t('summary.number', { count })}</Badge>
    </span>
  );
}
