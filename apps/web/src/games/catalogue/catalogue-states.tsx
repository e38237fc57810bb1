// Messages of the catalogue: games could not be loaded, or no games match the filter.
import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RetryButton } from '#ui/feedback/load-failed.tsx';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import styles from './catalogue.module.css';

/** Overlays the list when some of its games could not be loaded. */
export function LoadFailedNotice({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation('games');
  return (
    <div className={styles.failed} role="alert">
      {t('loadFailed')}
      <RetryButton size="compact-md" onClick={onRetry} />
    </div>
  );
}

export function NoMatch({ onClear, children }: { onClear(): void; children: ReactNode }) {
  const { t } = useTranslation('games');
  return (
    <StateMessage
      icon={<IconSearchOff size={32} stroke={1.4} />}
      title={t('noMatch.title')}
      text={t('noMatch.text')}
    >
      <Button onClick={onClear}>{t('filter.clear')}</Button>
      {children}
    </StateMessage>
  );
}
