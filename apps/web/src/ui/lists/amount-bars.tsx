// A bar chart as a list. The bars are hidden from screen readers, which read the amounts instead.
import type { ReactNode } from 'react';
import styles from './amount-bars.module.css';

interface Bar {
  key: string;
  label: ReactNode;
  /** The value that determines the length of the bar. */
  value: number;
  /** The value as text. */
  amount: string;
  detail?: string;
}

export interface AmountBarsProps {
  label?: string;
  bars: Bar[];
}

export function AmountBars({ label, bars }: AmountBarsProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ol className={styles.bars} aria-label={label}>
      {bars.map(({ key, label: name, value, amount, detail }) => (
        <li key={key} className={styles.bar}>
          <span className={styles.label}>{name}</span>
          <span className={styles.amount}>{amount}</span>
          <span className={styles.track} aria-hidden>
            <span className={styles.fill} style={{ width: `${(100 * value) / most}%` }} />
          </span>
          {detail && <span className={styles.detail}>{detail}</span>}
        </li>
      ))}
    </ol>
  );
}
