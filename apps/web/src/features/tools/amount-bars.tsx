// A bar chart of sizes, as the list that it is: the bars are only for the eye. Used by the storage view.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import styles from './amount-bars.module.css';

interface Bar {
  key: string;
  label: ReactNode;
  files: number;
  bytes: number;
}

export interface AmountBarsProps {
  /** Largest first. */
  bars: Bar[];
  /** Of which the bars are shares. */
  total: number;
}

export function AmountBars({ bars, total }: AmountBarsProps) {
  const { t, i18n } = useTranslation('storage');
  if (bars.length === 0) return <p className={styles.empty}>{t('usage.empty')}</p>;
  const longest = Math.max(1, bars[0]?.bytes ?? 1);
  return (
    <ol className={styles.bars}>
      {bars.map(({ key, label, files, bytes }) => (
        <li key={key} className={styles.bar}>
          <span className={styles.label}>{label}</span>
          <span className={styles.size}>{formatSize(bytes, i18n.language)}</span>
          <span className={styles.track} aria-hidden>
            <span className={styles.fill} style={{ width: `${(100 * bytes) / longest}%` }} />
          </span>
          <span className={styles.detail}>
            {t('usage.filesCount', { count: files })}
            {total > 0 && ` · ${t('usage.share', { percent: Math.round((100 * bytes) / total) })}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
