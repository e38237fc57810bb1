import type { api } from '@cellar/contract/api.ts';
import type { ResponseOf } from '@cellar/contract/endpoint.ts';
import type { Mail } from '@cellar/contract/outbox.ts';
import { IconMailOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { MailRow } from './mail-row.tsx';

export interface MailListProps {
  query: UseQueryResult<ResponseOf<typeof api.listOutbox>>;
  onRead(mail: Mail): void;
}

export function MailList({ query, onRead }: MailListProps) {
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
