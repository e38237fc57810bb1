// Stored files that the database does not know: chosen one by one, removed after a question. Used by the check's result.
import { api } from '@cellar/contract/api.ts';
import type { Orphan } from '@cellar/contract/storage.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { formatSize } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { GrowingList } from '#ui/lists/growing-list.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './check-result.module.css';
import { OrphanRow } from './orphan-row.tsx';

export interface OrphansProps {
  orphans: Orphan[];
  /** Of all; `orphans` may be fewer. */
  count: number;
}

export function Orphans({ orphans, count }: OrphansProps) {
  const { t, i18n } = useTranslation('storage');
  const [chosenKeys, setChosen] = useState<string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const remove = useRemove(() => setAsking(false));
  const removable = orphans.filter(({ isRemovable }) => isRemovable);
  const chosen = removable.filter(({ key }) => chosenKeys.includes(key));
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
  const size = formatSize(bytes, i18n.language);
  const heading = t('orphans.heading', { total: new Intl.NumberFormat(i18n.language).format(count) });
  const toggle = (key: string) =>
    setChosen((keys) => (keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]));
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
            isChosen={chosenKeys.includes(orphan.key)}
            onToggle={() => toggle(orphan.key)}
          />
        )}
      />
      {removable.length > 0 && (
        <div className={styles.actions}>
          <Button
            variant="default"
            size="sm"
            disabled={chosen.length === removable.length}
            onClick={() => setChosen(removable.map(({ key }) => key))}
          >
            {t('orphans.selectAll')}
          </Button>
          <Button color="red" size="sm" disabled={chosen.length === 0} onClick={() => setAsking(true)}>
            {chosen.length > 0
              ? t('orphans.removeCount', { total: chosen.length, size })
              : t('orphans.remove')}
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          isOpen
          question={t('orphans.question')}
          text={t('orphans.text', { count: chosen.length, size })}
          confirmLabel={t('orphans.confirm')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(chosen.map(({ key }) => key))}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
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
