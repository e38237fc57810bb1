// A progress bar. Screen readers announce its percentage.
import { Progress } from '@mantine/core';
import styles from './progress-bar.module.css';

export interface ProgressBarProps {
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
