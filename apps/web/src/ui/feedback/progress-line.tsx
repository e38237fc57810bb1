// A progress bar with its figure at the end, and the small figures below one. Used by uploads and downloads.
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

/** A span for each; the line keeps its height while there is none. */
export function ProgressFacts({ children }: { children: ReactNode }) {
  return <p className={styles.facts}>{children}</p>;
}
