// A progress bar with words at its end.
import type { ReactNode } from 'react';
import { ProgressBar, type ProgressBarProps } from './progress-bar.tsx';
import styles from './progress-line.module.css';

export function ProgressLine({ children, ...bar }: ProgressBarProps & { children: ReactNode }) {
  return (
    <div className={styles.line}>
      <ProgressBar {...bar} />
      {children}
    </div>
  );
}
