// A notice with space below, for lists and forms.
import type { ReactNode } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import styles from './upload-notice.module.css';

export function UploadNotice({ kind, children }: { kind: 'error' | 'info'; children: ReactNode }) {
  return (
    <div className={styles.spaced}>
      <Notice kind={kind}>{children}</Notice>
    </div>
  );
}
