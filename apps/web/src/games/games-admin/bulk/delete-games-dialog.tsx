// Asks before many games are deleted, and says what will be deleted and what stays.
import type { BulkSummary } from '@cellar/contract/games/bulk-changes.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { formatSize } from '#lib/format.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './bulk.module.css';
import { gamesSummaryQuery } from './bulk.queries.ts';
import type { BulkDialogProps } from './bulk-dialog.tsx';
import { useBulkChange } from './use-bulk-change.ts';

export function DeleteGamesDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation('bulkChanges');
  const summary = useQuery(gamesSummaryQuery(useApi(), ids));
  const change = useBulkChange(ids, onDone);
  return (
    <ConfirmDialog
      isOpen
      question={t('delete.question', { count: ids.length })}
      text={t('delete.text')}
      confirmLabel={t('delete.confirm', { count: ids.length })}
      isBusy={change.isPending || !summary.data}
      onConfirm={() => change.mutate({ kind: 'delete' })}
      onCancel={onClose}
    >
      {summary.isPending && <Skeleton height="5rem" />}
      {summary.isError && <LoadFailedNotice onRetry={() => void summary.refetch()} />}
      {summary.data && <WhatGoes summary={summary.data} />}
      {change.isPending && <ProgressBar percent={undefined} label={t('working')} />}
    </ConfirmDialog>
  );
}

function WhatGoes({ summary }: { summary: BulkSummary }) {
  const { t, i18n } = useTranslation('bulkChanges');
  const { games, titles, storedFiles, storedBytes, filesInPlace, cheatFiles, openUploads } = summary;
  const rest = games - titles.length;
  const size = formatSize(storedBytes, i18n.language);
  return (
    <>
      <p className={styles.titles}>
        {titles.join(', ')}
        {rest > 0 && ` ${t('delete.more', { count: rest })}`}
      </p>
      <ul className={styles.facts}>
        <li>{t('delete.files', { count: storedFiles, size })}</li>
        {cheatFiles > 0 && <li>{t('delete.cheats', { count: cheatFiles })}</li>}
        {openUploads > 0 && <li>{t('delete.uploads', { count: openUploads })}</li>}
      </ul>
      {filesInPlace > 0 && <p className={styles.titles}>{t('delete.inPlace', { count: filesInPlace })}</p>}
    </>
  );
}
