import { adminApi } from '@cellar/contract/admin-api.ts';
import type { Webhook } from '@cellar/contract/messages/webhooks.endpoints.ts';
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { toastRefusal } from '#ui/toasts/toast.tsx';
import { DeliveryLog, useEventNames } from './delivery-log.tsx';
import { DeliveryOutcome } from './delivery-outcome.tsx';
import { formatNames } from './webhook-fields.tsx';
import styles from './webhooks.module.css';

export interface WebhookRowProps {
  webhook: Webhook;
  onEdit(): void;
}

export function WebhookRow({ webhook, onEdit }: WebhookRowProps) {
  const { t } = useTranslation('webhooks');
  const nameOf = useEventNames();
  const test = useTest(webhook);
  const [opened, setOpened] = useState<'log' | 'deletion'>();
  const close = () => setOpened(undefined);
  const { name, format, shownAddress, events } = webhook;
  return (
    <>
      <ListRow
        name={<h3>{name}</h3>}
        badges={
          <>
            <Badge>{formatNames[format]}</Badge>
            {!webhook.isEnabled && <Badge tone="neutral">{t('off')}</Badge>}
          </>
        }
        facts={
          <>
            <span>{shownAddress}</span>
            <span>{events.map(nameOf).join(' · ')}</span>
          </>
        }
        error={!webhook.isReadable && t('problems.secret_unreadable')}
        actions={
          <Group gap="var(--space-2)">
            <Button
              variant="default"
              size="sm"
              aria-label={t('testOf', { name })}
              loading={test.isPending}
              onClick={() => test.mutate()}
            >
              {t('test')}
            </Button>
            <Button
              variant="default"
              size="sm"
              aria-label={t('logOf', { name })}
              onClick={() => setOpened('log')}
            >
              {t('log')}
            </Button>
            <Button variant="default" size="sm" aria-label={t('editOf', { name })} onClick={onEdit}>
              {t('edit')}
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="sm"
              aria-label={t('deleteOf', { name })}
              onClick={() => setOpened('deletion')}
            >
              {t('delete')}
            </Button>
          </Group>
        }
      >
        <LastDelivery webhook={webhook} isTesting={test.isPending} />
      </ListRow>
      {opened === 'log' && <DeliveryLog webhook={webhook} onClose={close} />}
      {opened === 'deletion' && <DeleteWebhook webhook={webhook} onClose={close} />}
    </>
  );
}

function LastDelivery({ webhook, isTesting }: { webhook: Webhook; isTesting: boolean }) {
  const { t, i18n } = useTranslation('webhooks');
  const nameOf = useEventNames();
  const { lastDelivery: last } = webhook;
  return (
    <p role="status" className={styles.last} data-failed={(!isTesting && last?.problem) || undefined}>
      {isTesting && t('testing')}
      {!isTesting && !last && t('never')}
      {!isTesting && last && (
        <>
          {t('last', { event: nameOf(last.event), time: formatMoment(last.createdAt, i18n.language) })}{' '}
          <DeliveryOutcome delivery={last} />
        </>
      )}
    </p>
  );
}

function useTest({ _id: id }: Webhook) {
  const { t } = useTranslation('webhooks');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(adminApi.testWebhook, { params: { id } }),
    onError: (error) => toastRefusal(error, t('testFailed')),
    // The row shows the answer as its last delivery.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks }),
  });
}

function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { t } = useTranslation('webhooks');
  const client = useApi();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.call(adminApi.deleteWebhook, { params: { id: webhook._id } }),
    onError: (error) => toastRefusal(error, t('deleteFailed')),
    onSettled: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: queryKeys.webhooks });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      question={t('deleteQuestion', { name: webhook.name })}
      text={t('deleteText')}
      confirmLabel={t('delete')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    />
  );
}
