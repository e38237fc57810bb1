// The number of quarantined files, shown on the tab of the tools.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { virusScansQuery } from './virus-scans.queries.ts';

export function QuarantinedBadge() {
  const { t } = useTranslation('virusScans');
  const { data } = useQuery(virusScansQuery(useApi()));
  if (!data?.quarantined) return null;
  return (
    <span title={t('quarantinedFiles', { total: data.quarantined })}>
      <Badge tone="bad">{data.quarantined}</Badge>
    </span>
  );
}
