// What stands where a list of downloads would: it loads, it is out of reach. Used by the history and the admin's log.
import { Button } from '@mantine/core';
import { IconHistoryOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import entries from '#ui/lists/entry-list.module.css';

export function LoadingRows({ label }: { label: string }) {
  return (
    <div className={entries.loading} role="status" aria-label={label}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height="4rem" />
      ))}
    </div>
  );
}

export interface OutOfReachProps {
  title: string;
  text: string;
  onRetry(): void;
}

export function OutOfReach({ title, text, onRetry }: OutOfReachProps) {
  const { t } = useTranslation();
  return (
    <StateMessage
      isError
      icon={<IconHistoryOff size={30} stroke={1.5} />}
      heading="h3"
      title={title}
      text={text}
    >
      <Button onClick={onRetry}>{t('retry')}</Button>
    </StateMessage>
  );
}
