// The number of accounts that are waiting for approval, shown on the tab of the user list.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { waitingQuery } from './users.queries.ts';

export function WaitingBadge() {
  const { t } = useTranslation('users');
  const { data: total = 0 } = useQuery(waitingQuery(useApi()));
  if (total === 0) return null;
  return (
    <span title={t('waiting', { total })}>
      <Badge tone="accent">{total}</Badge>
    </span>
  );
}
