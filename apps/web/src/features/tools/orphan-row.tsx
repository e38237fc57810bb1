// One stored file that nobody knows, to be chosen for removal once it is old enough.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import type { Orphan } from '@cellar/contract/storage.ts';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatSize } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import styles from './file-row.module.css';

export interface OrphanRowProps {
  orphan: Orphan;
  isChosen: boolean;
  onToggle(): void;
}

export function OrphanRow({ orphan, isChosen, onToggle }: OrphanRowProps) {
  const { t, i18n } = useTranslation('storage');
  const { key, size, ageSeconds, isRemovable } = orphan;
  const changedAt = new Date(Date.now() - ageSeconds * 1000).toISOString();
  return (
    <div className={styles.row}>
      {isRemovable && (
        <Checkbox
          aria-label={t('orphans.select', { key })}
          checked={isChosen}
          color="amber"
          onChange={onToggle}
        />
      )}
      <div className={styles.what}>
        <div className={styles.head}>
          <span className={styles.path}>{key}</span>
          {!isRemovable && <Badge tone="accent">{t('orphans.tooYoung')}</Badge>}
        </div>
        <p className={styles.facts}>
          <span>{t('orphans.changed', { ago: formatAgo(changedAt, i18n.language) })}</span>
        </p>
      </div>
      <p className={styles.size}>{formatSize(size, i18n.language)}</p>
    </div>
  );
}
