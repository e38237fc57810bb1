// An error that disappears after five seconds, with a retry button that stays.
import { limits } from '@cellar/contract/rules/limits.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { RetryButton } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import styles from './match-picker.module.css';

/** A new `key` shows the error again. */
export function PassingNotice({ onRetry, children }: { onRetry(): void; children: ReactNode }) {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHidden(true), limits.metadataErrorMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.failed}>
      {!isHidden && <Notice kind="error">{children}</Notice>}
      <RetryButton variant="default" size="compact-sm" onClick={onRetry} />
    </div>
  );
}
