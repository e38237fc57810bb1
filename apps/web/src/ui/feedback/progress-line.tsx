// A progress bar with a number at its end, and a line of small facts below.
import type { ReactNode } from 'react';
import { ProgressBar, type ProgressBarProps } from './progress-bar.tsx';
import styles from './progress-line.module.css';

export function ProgressLine({ children, ...bar }: ProgressBarProps & { children: ReactNode }) {
  return (
    <div className={styles.line}>
      <ProgressBar {...bar} />
      {children && <span className={styles.figure}>{children}</span>}
    </div>
  );
}

/** Contains a span for each fact. The line keeps its height when it is empty. */
export function ProgressFacts({ children }: { children: ReactNode }) {
  return <p className={styles.facts}>{children}</p>;
}
