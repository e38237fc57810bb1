// The webhooks in Admin Settings: their list, and the dialogs that add one and show what one has delivered.
import type { Webhook } from '@cellar/contract/messages/webhooks.ts';
import { Box, Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { Section } from '#ui/section.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { webhooksQuery } from './webhooks.queries.ts';

export function Webhooks() {
  const { t } = useTranslation('webhooks');
  const query = useQuery(webhooksQuery(useApi()));
  const [edited, setEdited] = useState<Webhook | 'new'>();
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {query.data?.isOn === false && (
        <Box mb="var(--space-4)">
          <Notice kind="info">{t('allOff')}</Notice>
        </Box>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} stroke={1.7} />}
        onClick={() => setEdited('new')}
      >
        {t('add')}
      </Button>
      {query.isPending && (
        <div className={entries.loading} role="status" aria-label={t('loading')}>
          <Skeleton height="4.5rem" />
          <Skeleton height="4.5rem" />
        </div>
      )}
      {query.isError && !query.data && (
        <Box mt="var(--space-4)">
          <LoadFailedNotice onRetry={() => void query.refetch()} />
        </Box>
      )}
      {query.data && <WebhookList webhooks={query.data.webhooks} onEdit={setEdited} />}
      {edited && (
        <WebhookDialog
          webhook={edited === 'new' ? undefined : edited}
          allowsPrivate={query.data?.allowsPrivate ?? false}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}

function WebhookList({ webhooks, onEdit }: { webhooks: Webhook[]; onEdit(webhook: Webhook): void }) {
  const { t } = useTranslation('webhooks');
  if (webhooks.length === 0) {
    return (
      <Text mt="var(--space-4)" c="dimmed">
        {t('empty')}
      </Text>
    );
  }
  return (
    <ul className={entries.list} aria-label={t('heading')}>
      {webhooks.map((webhook) => (
        <li key={webhook._id}>
          <WebhookRow webhook={webhook} onEdit={() => onEdit(webhook)} />
        </li>
      ))}
    </ul>
  );
}
