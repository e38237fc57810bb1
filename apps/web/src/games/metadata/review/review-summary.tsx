// On the Game Management tab: how many games wait for a decision about their match, or have no facts and why, with the way to the review.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { matchReviewPath } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { matchCountsQuery, waitingMatchesQuery } from '../matches/matches.queries.ts';
import { WaitingSearches } from '../settings/no-provider.tsx';
import styles from './match-review.module.css';

export interface ReviewSummaryProps {
  /** Called when metadata of games has changed. */
  onGamesChanged(): void;
}

/** A line, if anything waits, is searched for or has failed. */
export function ReviewSummary({ onGamesChanged }: ReviewSummaryProps) {
  const { t } = useTranslation('matches');
  const headingId = useId();
  const query = useQuery(matchCountsQuery(useApi()));
  useWhenMatched(query.data?.counts.matched, onGamesChanged);
  if (query.isError && !query.data) return <LoadFailedNotice onRetry={() => void query.refetch()} />;
  const { counts } = query.data ?? {};
  const waiting = decided.filter((state) => counts?.[state]);
  const searches = (counts?.searching ?? 0) + (counts?.queued ?? 0);
  if (!counts || (waiting.length === 0 && searches === 0)) return null;
  return (
    <section className={styles.summary} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('review.heading')}</h2>
      {waiting.map((state) => (
        <Link key={state} to={matchReviewPath(state)}>
          {t(`summary.${state}`, { count: counts[state] })}
        </Link>
      ))}
      <WaitingSearches count={searches} />
    </section>
  );
}

const decided = ['review', 'none', 'failed'] as const;

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
    <span title={t('summary.review', { count })}>
      <Badge tone="accent">{t('summary.number', { count })}</Badge>
    </span>
  );
}
