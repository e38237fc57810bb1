// Who did what, page by page. Used by the Tools tab.
import { Button } from '@mantine/core';
import { IconHistoryOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { StateMessage } from '#ui/feedback/state-message.tsx';
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
        <StateMessage
          isError
          icon={<IconHistoryOff size={30} stroke={1.5} />}
          heading="h3"
          title={t('audit.loadFailedTitle')}
          text={t('audit.loadFailed')}
        >
          <Button onClick={() => void query.refetch()}>{t('retry')}</Button>
        </StateMessage>
      )}
      {query.data && <AuditTable entries={query.data.entries} />}
      <Pager
        page={page}
        totalPages={totalPages}
        texts={{
          label: t('pager.audit'),
          previous: t('pager.previous'),
          next: t('pager.next'),
          position: t('pager.position', { page, total: totalPages }),
        }}
        onPage={setPage}
      />
    </Section>
  );
}
