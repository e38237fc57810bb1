// Hides many games from members, or shows them again.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Segments } from '#ui/fields/segments.tsx';
import { gamesSummaryQuery } from './bulk.queries.ts';
import { BulkDialogFrame, type BulkDialogProps } from './bulk-dialog.tsx';
import { useBulkChange } from './use-bulk-change.ts';

const choices = ['hide', 'show'] as const;

export function VisibilityDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation('bulkChanges');
  const { data: summary } = useQuery(gamesSummaryQuery(useApi(), ids));
  const [chosen, setChosen] = useState<(typeof choices)[number]>();
  const areHidden = summary !== undefined && summary.hidden === summary.games;
  const choice = chosen ?? (areHidden ? 'show' : 'hide');
  const change = useBulkChange(ids, onDone);
  return (
    <BulkDialogFrame
      heading={t('visibility.heading', { count: ids.length })}
      submitLabel={t(`visibility.${choice}`)}
      isBusy={change.isPending}
      onSubmit={() => change.mutate({ kind: 'setVisibility', isHidden: choice === 'hide' })}
      onClose={onClose}
    >
      <Segments
        label={t('visibility.what')}
        value={choice}
        data={choices.map((one) => ({ value: one, label: t(`visibility.${one}Choice`) }))}
        onChange={setChosen}
      />
      <p>{t(`visibility.${choice}Hint`)}</p>
    </BulkDialogFrame>
  );
}
