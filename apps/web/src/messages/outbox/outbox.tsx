// The list of outgoing emails, with a filter and pages.
import type { adminApi } from '@cellar/contract/admin-api.ts';
import type { ResponseOf } from '@cellar/contract/endpoint.ts';
import type { Mail } from '@cellar/contract/messages/outbox.ts';
import { Flex } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { adminParts } from '#lib/paths.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import { Select } from '#ui/fields/select.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { Pager } from '#ui/lists/pager.tsx';
import { Section } from '#ui/section.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { MailRow } from './mail-row.tsx';
import { type OutboxFilter, outboxQuery } from './outbox.queries.ts';

const statuses = ['waiting', 'sent', 'failed'] as const satisfies Mail['status'][];

export function Outbox() {
  const { t } = useTranslation('tools');
  const [filter, setFilter] = useState<OutboxFilter>({ page: 1, status: undefined });
  const [opened, setOpened] = useState<Mail>();
  const query = useQuery(outboxQuery(useApi(), filter));
  const totalPages = query.data?.totalPages ?? 1;
  return (
    <Section heading={t('outbox.heading')} lead={t('outbox.lead')} anchor={adminParts.outbox.id}>
      <Flex direction="column" gap="var(--space-4)">
        {query.data?.isDelivering === false && <Notice kind="info">{t('outbox.noServer')}</Notice>}
        <Select
          aria-label={t('outbox.filter')}
          w="min(100%, 14rem)"
          value={filter.status ?? ''}
          onChange={(event) =>
            setFilter({ page: 1, status: (event.currentTarget.value || undefined) as OutboxFilter['status'] })
          }
          data={[
            { value: '', label: t('outbox.all') },
            ...statuses.map((value) => ({ value, label: t(`outbox.status.${value}`) })),
          ]}
        />
      </Flex>
      <MailList query={query} onRead={setOpened} />
      <Pager
        page={filter.page}
        totalPages={totalPages}
        label={t('pager.mails')}
        onPage={(page) => setFilter({ ...filter, page })}
      />
      {opened && <MailDialog mail={opened} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

interface MailListProps {
  query: UseQueryResult<ResponseOf<typeof adminApi.listOutbox>>;
  onRead(mail: Mail): void;
}

function MailList({ query, onRead }: MailListProps) {
  const { t } = useTranslation('tools');
  if (query.isPending) {
    return (
      <div className={entries.loading} role="status" aria-label={t('outbox.loading')}>
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
      </div>
    );
  }
  if (!query.data) {
    return (
      <LoadFailed heading="h3" title={t('outbox.loadFailedTitle')} onRetry={() => void query.refetch()} />
    );
  }
  const { mails, isDelivering } = query.data;
  if (mails.length === 0) {
    return (
      <StateMessage
        icon={<IconMailOff size={30} stroke={1.5} />}
        heading="h3"
        title={t('outbox.emptyTitle')}
        text={t('outbox.empty')}
      />
    );
  }
  return (
    <ul className={entries.list} aria-label={t('outbox.heading')} aria-busy={query.isPlaceholderData}>
      {mails.map((mail) => (
        <li key={mail._id}>
          <MailRow mail={mail} isDelivering={isDelivering} onRead={() => onRead(mail)} />
        </li>
      ))}
    </ul>
  );
}
