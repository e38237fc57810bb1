// How far something is, with its percentage for screen readers.
import { Progress } from '@mantine/core';
import styles from './progress-bar.module.css';

export interface ProgressBarProps {
  /** Undefined: it runs, but how far it is nobody knows. */
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
    <Progress
      value={percent}
      size={size}
      radius="xl"
      classNames={{ root: styles.known, section: styles.fill }}
      aria-label={label}
      color="amber"
      transitionDuration={150}
    />
  );
}
