// A dialog to merge the spellings of genres and companies, with the rules of earlier merges, and to undo bulk changes.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { BulkChange } from '@cellar/contract/games/bulk-changes.endpoints.ts';
import { Button, Tabs } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import styles from './bulk.module.css';
import { bulkChangesQuery, spellingRulesQuery } from './bulk.queries.ts';
import { SpellingTab } from './spelling-tab.tsx';
import { changeText, useUndo } from './use-bulk-change.tsx';

export function TidyDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('bulkChanges');
  return (
    <Dialog heading={t('tidy.heading')} size="44rem" onClose={onClose}>
      <Tabs defaultValue="genre" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="genre">{t('tidy.genres')}</Tabs.Tab>
          <Tabs.Tab value="company">{t('tidy.companies')}</Tabs.Tab>
          <Tabs.Tab value="rules">{t('tidy.rules')}</Tabs.Tab>
          <Tabs.Tab value="changes">{t('tidy.changes')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="genre" className={styles.panel ?? ''}>
          <SpellingTab kind="genre" />
        </Tabs.Panel>
        <Tabs.Panel value="company" className={styles.panel ?? ''}>
          <SpellingTab kind="company" />
        </Tabs.Panel>
        <Tabs.Panel value="rules" className={styles.panel ?? ''}>
          <SpellingRules />
        </Tabs.Panel>
        <Tabs.Panel value="changes" className={styles.panel ?? ''}>
          <RecentChanges />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}

/** The spellings that are replaced in new metadata. */
function SpellingRules() {
  const { t } = useTranslation('bulkChanges');
  const rules = useQuery(spellingRulesQuery(useApi()));
  const remove = useRemoveRule();
  if (rules.isPending) return <Skeleton height="8rem" />;
  if (!rules.data) return <LoadFailedNotice onRetry={() => void rules.refetch()} />;
  return (
    <>
      <p className={layout.small}>{t(rules.data.length > 0 ? 'rules.lead' : 'rules.none')}</p>
      <ul className={styles.rows}>
        {rules.data.map(({ _id, kind, spelling, value }) => (
          <li key={_id} className={styles.row}>
            <span className={styles.words}>
              {spelling} → {value}
              <span className={layout.small}> {t(`rules.${kind}`)}</span>
            </span>
            <Button
              variant="default"
              color="red"
              size="sm"
              aria-label={t('rules.removeOf', { spelling })}
              loading={remove.isPending && remove.variables === _id}
              onClick={() => remove.mutate(_id)}
            >
              {t('rules.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function useRemoveRule() {
  const { t } = useTranslation('bulkChanges');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call(adminApi.deleteSpellingRule, { params: { id } }),
    onSuccess: () => toast.success(t('rules.removed')),
    onError: (error) => toastRefusal(error, t('rules.removeFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.games.spellingRules }),
  });
}

/** The last changes of many games, with a button to undo each that can be undone. */
function RecentChanges() {
  const { t } = useTranslation('bulkChanges');
  const changes = useQuery(bulkChangesQuery(useApi()));
  const undo = useUndo();
  if (changes.isPending) return <Skeleton height="8rem" />;
  if (!changes.data) return <LoadFailedNotice onRetry={() => void changes.refetch()} />;
  return (
    <>
      <p className={layout.small}>{t(changes.data.length > 0 ? 'recent.lead' : 'recent.none')}</p>
      <ul className={styles.rows}>
        {changes.data.map((change) => (
          <ChangeRow
            key={change._id}
            change={change}
            isBusy={undo.isPending && undo.variables === change._id}
            onUndo={() => undo.mutate(change._id)}
          />
        ))}
      </ul>
    </>
  );
}

interface ChangeRowProps {
  change: BulkChange;
  isBusy: boolean;
  onUndo(): void;
}

function ChangeRow({ change, isBusy, onUndo }: ChangeRowProps) {
  const { t, i18n } = useTranslation('bulkChanges');
  const what = changeText(t, change);
  const { at, actor, games, undoneAt, canUndo } = change;
  const when = formatMoment(at, i18n.language);
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        {what} ({t('recent.games', { count: games })})
        <span className={styles.when}>{t('recent.who', { when, actor })}</span>
        {undoneAt && <span className={styles.when}>{t('recent.undone')}</span>}
      </span>
      {canUndo && (
        <Button
          variant="default"
          size="sm"
          aria-label={t('recent.undoOf', { what })}
          loading={isBusy}
          onClick={onUndo}
        >
          {t('undo')}
        </Button>
      )}
    </li>
  );
}
