// Stored files that are missing from the database. Admins can select and remove them.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import type { Orphan } from '@cellar/contract/admin/storage.endpoints.ts';
import { adminApi } from '@cellar/contract/admin-api.ts';
import { Button, Checkbox, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText } from '#i18n/error-text.ts';
import { formatAgo, formatSize } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { ProblemFiles } from './file-list.tsx';
import styles from './files.module.css';

export interface OrphansProps {
  orphans: Orphan[];
  /** The total number; `orphans` may contain fewer. */
  count: number;
}

export function Orphans({ orphans, count }: OrphansProps) {
  const { t, i18n } = useTranslation('storage');
  const [selectedKeys, setSelectedKeys] = useState<string[]>([]);
  const removable = orphans.filter(({ isRemovable }) => isRemovable);
  const toggle = (key: string) =>
    setSelectedKeys((keys) => (keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]));
  return (
    <ProblemFiles
      heading={t('orphans.heading', { total: new Intl.NumberFormat(i18n.language).format(count) })}
      hint={t('orphans.hint')}
      files={orphans}
      render={(orphan) => (
        <OrphanRow
          orphan={orphan}
          isSelected={selectedKeys.includes(orphan.key)}
          onToggle={() => toggle(orphan.key)}
        />
      )}
    >
      {removable.length > 0 && (
        <RemoveOrphans
          selected={removable.filter(({ key }) => selectedKeys.includes(key))}
          isAllSelected={removable.every(({ key }) => selectedKeys.includes(key))}
          onSelectAll={() => setSelectedKeys(removable.map(({ key }) => key))}
        />
      )}
    </ProblemFiles>
  );
}

interface RemoveOrphansProps {
  selected: Orphan[];
  isAllSelected: boolean;
  onSelectAll(): void;
}

function RemoveOrphans({ selected, isAllSelected, onSelectAll }: RemoveOrphansProps) {
  const { t, i18n } = useTranslation('storage');
  const [isAsking, setAsking] = useState(false);
  const remove = useRemove(() => setAsking(false));
  const bytes = selected.reduce((sum, { size }) => sum + size, 0);
  const size = formatSize(bytes, i18n.language);
  return (
    <Group gap="var(--space-2) var(--space-4)" mt="var(--space-4)">
      <Button variant="default" size="sm" disabled={isAllSelected} onClick={onSelectAll}>
        {t('orphans.selectAll')}
      </Button>
      <Button color="red" size="sm" disabled={selected.length === 0} onClick={() => setAsking(true)}>
        {selected.length > 0
          ? t('orphans.removeCount', { total: selected.length, size })
          : t('orphans.remove')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          question={t('orphans.question')}
          text={t('orphans.text', { count: selected.length, size })}
          confirmLabel={t('orphans.confirm')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(selected.map(({ key }) => key))}
          onCancel={() => setAsking(false)}
        />
      )}
    </Group>
  );
}

interface OrphanRowProps {
  orphan: Orphan;
  isSelected: boolean;
  onToggle(): void;
}

function OrphanRow({ orphan, isSelected, onToggle }: OrphanRowProps) {
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
            checked={isSelected}
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

function useRemove(onSettled: () => void) {
  const { t, i18n } = useTranslation('storage');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (keys: string[]) => client.call(adminApi.removeOrphans, { body: { keys } }),
    onSuccess: ({ message, removed, freedBytes, spared }) => {
      const size = formatSize(freedBytes, i18n.language);
      const done = answerText(message, t('orphans.removed', { count: removed.length, size }));
      if (spared.length > 0) toast.warning(t('orphans.spared', { total: spared.length }), done);
      else toast.success(done);
    },
    onError: () => toast.error(t('orphans.removeFailed')),
    onSettled: () => {
      onSettled();
      return queryClient.invalidateQueries({ queryKey: queryKeys.storage });
    },
  });
}
