// One stored file that nobody knows, to be chosen for removal once it is old enough.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import type { Orphan } from '@cellar/contract/storage.ts';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatSize } from '#lib/format.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
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
    <ListRow
      spacing="tight"
      isNarrow
      lead={
        isRemovable && (
          <Checkbox
            aria-label={t('orphans.select', { key })}
            checked={isChosen}
            color="amber"
            onChange={onToggle}
          />
        )
      }
      name={<span className={styles.path}>{key}</span>}
      badges={!isRemovable && <Badge tone="accent">{t('orphans.tooYoung')}</Badge>}
      facts={t('orphans.changed', { ago: formatAgo(changedAt, i18n.language) })}
      actions={<p className={styles.size}>{formatSize(size, i18n.language)}</p>}
    />
  );
}
