// The number of games that wait for an admin to choose a match, shown on the tab of Game Management.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { waitingMatchesQuery } from '../matches/matches.queries.ts';

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
