// What failed about metadata: the words are gone after five seconds, the way to try again stays. Used by the picker.
import { limits } from '@cellar/contract/rules/limits.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { RetryButton } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import styles from './match-picker.module.css';

/** With another `key` it is shown anew. */
export function PassingNotice({ onRetry, children }: { onRetry(): void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), limits.metadataErrorMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.failed}>
      {!isOver && <Notice kind="error">{children}</Notice>}
      <RetryButton variant="default" size="compact-sm" onClick={onRetry} />
    </div>
  );
}
