// Stored files that are missing from the database. Admins can select and remove them.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { api } from '@cellar/contract/api.ts';
import type { Orphan } from '@cellar/contract/storage.ts';
import { Button, Checkbox, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { formatAgo, formatSize } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { GrowingList } from '#ui/lists/growing-list.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './files.module.css';

export interface OrphansProps {
  orphans: Orphan[];
  /** The total number; `orphans` may contain fewer. */
  count: number;
}

export function Orphans({ orphans, count }: OrphansProps) {
  const { t, i18n } = useTranslation('storage');
  const [selectedKeys, setSelectedKeys] = useState<string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const remove = useRemove(() => setAsking(false));
  const removable = orphans.filter(({ isRemovable }) => isRemovable);
  const selected = removable.filter(({ key }) => selectedKeys.includes(key));
  const bytes = selected.reduce((sum, { size }) => sum + size, 0);
  const size = formatSize(bytes, i18n.language);
  const heading = t('orphans.heading', { total: new Intl.NumberFormat(i18n.language).format(count) });
  const toggle = (key: string) =>
    setSelectedKeys((keys) => (keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]));
  return (
    <section aria-label={heading} className={styles.problems}>
      <h3>{heading}</h3>
      <p className={styles.hint}>{t('orphans.hint')}</p>
      <GrowingList
        first={8}
        step={Infinity}
        onlyOnPress
        moreLabel={(total) => t('showMore', { total })}
        label={heading}
        items={orphans}
        keyOf={({ key }) => key}
        render={(orphan) => (
          <OrphanRow
            orphan={orphan}
            isSelected={selectedKeys.includes(orphan.key)}
            onToggle={() => toggle(orphan.key)}
          />
        )}
      />
      {removable.length > 0 && (
        <Group gap="var(--space-2) var(--space-4)" mt="var(--space-4)">
          <Button
            variant="default"
            size="sm"
            disabled={selected.length === removable.length}
            onClick={() => setSelectedKeys(removable.map(({ key }) => key))}
          >
            {t('orphans.selectAll')}
          </Button>
          <Button color="red" size="sm" disabled={selected.length === 0} onClick={() => setAsking(true)}>
            {selected.length > 0
              ? t('orphans.removeCount', { total: selected.length, size })
              : t('orphans.remove')}
          </Button>
        </Group>
      )}
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
    </section>
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
    mutationFn: (keys: string[]) => client.call(api.removeOrphans, { body: { keys } }),
    onSuccess: ({ message, removed, freedBytes, spared }) => {
      const size = formatSize(freedBytes, i18n.language);
      toast.success(answerText(message, t('orphans.removed', { count: removed.length, size })));
      if (spared.length > 0) toast.warning(t('orphans.spared', { total: spared.length }));
    },
    onError: () => toast.error(t('orphans.removeFailed')),
    onSettled: () => {
      onSettled();
      return queryClient.invalidateQueries({ queryKey: queryKeys.storage.all });
    },
  });
}
