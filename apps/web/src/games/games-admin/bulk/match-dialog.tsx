// Searches the metadata providers again for many games.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { gamesSummaryQuery } from './bulk.queries.ts';
import { BulkDialogFrame, type BulkDialogProps } from './bulk-dialog.tsx';
import { useBulkChange } from './use-bulk-change.ts';

export function MatchDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation('bulkChanges');
  const { data: summary } = useQuery(gamesSummaryQuery(useApi(), ids));
  const change = useBulkChange(ids, onDone);
  return (
    <BulkDialogFrame
      heading={t('match.heading', { count: ids.length })}
      submitLabel={t('match.submit')}
      isBusy={change.isPending}
      onSubmit={() => change.mutate({ kind: 'match' })}
      onClose={onClose}
    >
      <p>{t('match.text')}</p>
      {summary && summary.matched > 0 && <p>{t('match.matched', { count: summary.matched })}</p>}
    </BulkDialogFrame>
  );
}
