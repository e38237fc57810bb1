// A progress bar. Screen readers announce its percentage.
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
