// What the member has left of their limits. Shows nothing if there are none.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { LoadFailed } from '#ui/feedback/messages.tsx';
import { hasLimits, LimitMeters } from '#ui/limit-meters.tsx';
import { Section } from '#ui/section.tsx';
import { ownLimitsQuery } from './limits.queries.ts';

/** How often the use is loaded again while the tab is open, in milliseconds. */
const refreshMs = 10_000;

export function OwnLimits() {
  const { t } = useTranslation('limits');
  const query = useQuery({ ...ownLimitsQuery(useApi()), refetchInterval: refreshMs });
  if (query.isPending || (query.data && !hasLimits(query.data))) return null;
  return (
    <Section heading={t('heading')}>
      {query.data ? (
        <LimitMeters use={query.data} />
      ) : (
        <LoadFailed title={t('loadFailed')} onRetry={() => void query.refetch()} />
      )}
    </Section>
  );
}
