// What parts of the library take up: bars of bytes, with files and share. Used by the storage view.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { AmountBars } from '#ui/lists/amount-bars.tsx';
import styles from './storage-view.module.css';

interface Part {
  key: string;
  label: ReactNode;
  files: number;
  bytes: number;
}

export interface StorageBarsProps {
  parts: Part[];
  /** Of which the parts are shares, in bytes. */
  total: number;
}

export function StorageBars({ parts, total }: StorageBarsProps) {
  const { t, i18n } = useTranslation('storage');
  if (parts.length === 0) return <p className={styles.empty}>{t('usage.empty')}</p>;
  const detailOf = ({ files, bytes }: Part) => {
    const count = t('usage.filesCount', { count: files });
    if (total === 0) return count;
    return `${count} · ${t('usage.share', { percent: Math.round((100 * bytes) / total) })}`;
  };
  return (
    <AmountBars
      bars={parts.map((part) => ({
        key: part.key,
        label: part.label,
        value: part.bytes,
        amount: formatSize(part.bytes, i18n.language),
        detail: detailOf(part),
      }))}
    />
  );
}
