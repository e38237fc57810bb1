// What a webhook has delivered in the last 30 days, in a dialog, with a button to retry what has failed.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { Webhook, WebhookDelivery } from '@cellar/contract/messages/webhooks.endpoints.ts';
import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { LoadingList } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Pager } from '#ui/lists/long-list.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import { DeliveryOutcome } from './delivery-outcome.tsx';
import styles from './webhooks.module.css';
import { deliveriesQuery } from './webhooks.queries.ts';

const tones = { waiting: 'accent', sent: 'good', failed: 'bad' } as const satisfies Record<string, BadgeTone>;

export function DeliveryLog({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { t } = useTranslation('webhooks');
  const [page, setPage] = useState(1);
  const query = useQuery(deliveriesQuery(useApi(), webhook._id, page));
  return (
    <Dialog heading={t('logHeading', { name: webhook.name })} size="46rem" onClose={onClose}>
      {query.isPending && <LoadingList label={t('logLoading')} height="4.5rem" rows={2} />}
      {query.isError && !query.data && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {query.data?.deliveries.length === 0 && <Text c="dimmed">{t('logEmpty')}</Text>}
      {query.data && query.data.deliveries.length > 0 && (
        <ul className={entries.list} aria-label={t('log')} aria-busy={query.isPlaceholderData}>
          {query.data.deliveries.map((delivery) => (
            <li key={delivery._id}>
              <DeliveryRow delivery={delivery} isEnabled={webhook.isEnabled} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} totalPages={query.data?.totalPages ?? 1} label={t('logPages')} onPage={setPage} />
    </Dialog>
  );
}

function DeliveryRow({ delivery, isEnabled }: { delivery: WebhookDelivery; isEnabled: boolean }) {
  const { t, i18n } = useTranslation('webhooks');
  const nameOf = useEventNames();
  const retry = useRetry(delivery);
  const { event, status, attempts, createdAt, nextAttemptAt, problem } = delivery;
  const at = (time: string) => formatMoment(time, i18n.language);
  return (
    <ListRow
      name={<h3>{nameOf(event)}</h3>}
      badges={<Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>}
      facts={
        <>
          <span>{at(createdAt)}</span>
          {attempts > 0 && <span>{t('attempts', { count: attempts })}</span>}
          {status === 'waiting' && nextAttemptAt && <span>{t('next', { time: at(nextAttemptAt) })}</span>}
        </>
      }
      actions={
        isEnabled &&
        status !== 'sent' && (
          <Button
            variant="default"
            size="sm"
            ml="auto"
            aria-label={t('retryOf', { event: nameOf(event), time: at(createdAt) })}
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {t('retry')}
          </Button>
        )
      }
    >
      <p className={styles.last} data-failed={problem || undefined}>
        <DeliveryOutcome delivery={delivery} />
      </p>
    </ListRow>
  );
}

function useRetry({ _id: id }: WebhookDelivery) {
  const { t } = useTranslation('webhooks');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(adminApi.retryWebhookDelivery, { params: { id } }),
    onSuccess: () => toast.success(t('retried')),
    onError: (error) => toastRefusal(error, t('retryFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks }),
  });
}

/** Returns a function that translates the name of an event. Events of a later server version are returned unchanged. */
export function useEventNames(): (event: string) => string {
  const { t } = useTranslation('webhooks');
  return (event) => t(`events.${event as 'test'}.name`, { defaultValue: event });
}
