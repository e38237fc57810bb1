// The number of contributions that wait for an admin, shown on the tab of Game Management.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { waitingContributionsQuery } from './contributions.queries.ts';

export function ContributionsBadge() {
  const { t } = useTranslation('contributions');
  const { data: total = 0 } = useQuery(waitingContributionsQuery(useApi()));
  if (total === 0) return null;
  return (
    <span title={t('review.total', { total })}>
      <Badge tone="accent">{total}</Badge>
    </span>
  );
}
