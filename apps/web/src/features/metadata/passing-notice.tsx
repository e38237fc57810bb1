// What failed about metadata: the words are gone after five seconds, the way to try again stays. Used by the picker.
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/feedback/notice.tsx';
import styles from './match-picker.module.css';

/** With another `key` it is shown anew. */
export function PassingNotice({ onRetry, children }: { onRetry(): void; children: ReactNode }) {
  const { t } = useTranslation('matches');
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), limits.metadataErrorMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.failed}>
      {!isOver && <Notice kind="error">{children}</Notice>}
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {t('picker.retry')}
      </Button>
    </div>
  );
}
