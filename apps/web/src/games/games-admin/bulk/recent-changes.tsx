// The last changes of many games, with a button to undo each that can be undone.
import type { BulkChange } from '@cellar/contract/games/bulk-changes.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { formatMoment } from '#lib/format-time.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './bulk.module.css';
import { bulkChangesQuery } from './bulk.queries.ts';
import { changeText } from './change-text.ts';
import { useUndo } from './use-bulk-change.ts';

export function RecentChanges() {
  const { t } = useTranslation('bulkChanges');
  const changes = useQuery(bulkChangesQuery(useApi()));
  const undo = useUndo();
  if (changes.isPending) return <Skeleton height="8rem" />;
  if (!changes.data) return <LoadFailedNotice onRetry={() => void changes.refetch()} />;
  return (
    <>
      <p className={styles.hint}>{t(changes.data.length > 0 ? 'recent.lead' : 'recent.none')}</p>
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
