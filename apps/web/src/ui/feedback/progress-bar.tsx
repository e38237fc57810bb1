// A progress bar. Screen readers announce its percentage.

import type { ReactNode } from 'react';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** Undefined while the progress is unknown. */
  percent: number | undefined;
  label: string;
  size?: 'sm' | 'md' | 'lg';
}

export function ProgressBar({ percent, label, size = 'md' }: ProgressBarProps) {
  if (percent === undefined) {
    return (
      <div className={styles.unknown} data-size={size} role="progressbar" aria-label={label}>
        <span className={styles.stripe} />
      </div>
    );
  }
  return (
    <div className={styles.known} data-size={size}>
      <div
        className={styles.fill}
        style={{ width: `${percent}%` }}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%`}
      />
    </div>
  );
}

// A progress bar with a number at its end, and a line of small facts below.

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
