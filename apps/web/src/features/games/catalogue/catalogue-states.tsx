// What stands where the games would, or over them, when they can't be loaded or none passes the filter.
import { Button } from '@mantine/core';
import { IconCloudOff, IconSearchOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import styles from './catalogue.module.css';

export function LoadFailed({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation('games');
  return (
    <StateMessage
      isError
      icon={<IconCloudOff size={30} stroke={1.5} />}
      title={t('loadFailedTitle')}
      text={t('loadFailed')}
    >
      <Button onClick={onRetry}>{t('retry')}</Button>
    </StateMessage>
  );
}

/** Over the games that are there: some in view are missing. */
export function LoadFailedNotice({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation('games');
  return (
    <div className={styles.failed} role="alert">
      {t('loadFailed')}
      <Button size="compact-md" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}

export function NoMatch({ onClear }: { onClear(): void }) {
  const { t } = useTranslation('games');
  return (
    <StateMessage
      icon={<IconSearchOff size={32} stroke={1.4} />}
      title={t('noMatch.title')}
      text={t('noMatch.text')}
    >
      <Button onClick={onClear}>{t('filter.clear')}</Button>
    </StateMessage>
  );
}
