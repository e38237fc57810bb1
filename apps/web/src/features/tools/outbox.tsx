// The list of emails that the site sends, with a filter and pages.
import type { Mail } from '@cellar/contract/outbox.ts';
import { Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import { Section } from '#ui/section.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { MailList } from './mail-list.tsx';
import { type OutboxFilter, outboxQuery } from './tools.queries.ts';

const statuses = ['waiting', 'sent', 'failed'] as const satisfies Mail['status'][];

export function Outbox() {
  const { t } = useTranslation('tools');
  const [filter, setFilter] = useState<OutboxFilter>({ page: 1, status: undefined });
  const [opened, setOpened] = useState<Mail>();
  const query = useQuery(outboxQuery(useApi(), filter));
  const totalPages = query.data?.totalPages ?? 1;
  return (
    <Section heading={t('outbox.heading')} lead={t('outbox.lead')}>
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
