import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { Pager } from '#ui/lists/pager.tsx';
import { Section } from '#ui/section.tsx';
import { AuditTable } from './audit-table.tsx';
import { auditQuery } from './tools.queries.ts';

export function AuditLog() {
  const { t } = useTranslation('tools');
  const [page, setPage] = useState(1);
  const query = useQuery(auditQuery(useApi(), page));
  const totalPages = query.data?.totalPages ?? 1;
  return (
    <Section heading={t('audit.heading')} lead={t('audit.lead')}>
      {query.isPending && (
        <div className={entries.loading} role="status" aria-label={t('audit.loading')}>
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
        </div>
      )}
      {query.isError && !query.data && (
        <LoadFailed heading="h3" title={t('audit.loadFailedTitle')} onRetry={() => void query.refetch()} />
      )}
      {query.data && <AuditTable entries={query.data.entries} />}
      <Pager page={page} totalPages={totalPages} label={t('pager.audit')} onPage={setPage} />
    </Section>
  );
}
