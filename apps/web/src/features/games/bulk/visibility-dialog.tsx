// Hides many games from members, or shows them again.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '#ui/fields/segments.tsx';
import { BulkDialogFrame, type BulkDialogProps } from './bulk-dialog.tsx';
import { useBulkChange } from './use-bulk-change.ts';

const choices = ['hide', 'show'] as const;

export function VisibilityDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation('bulkChanges');
  const [choice, setChoice] = useState<(typeof choices)[number]>('hide');
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
        data={choices.map((one) => ({ value: one, label: t(`visibility.${one}`) }))}
        onChange={setChoice}
      />
      <p>{t(`visibility.${choice}Hint`)}</p>
    </BulkDialogFrame>
  );
}
