// Sets the developer or publisher of many games.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { issueTexts } from '#i18n/issue-text.ts';
import { Segments } from '#ui/fields/segments.tsx';
import { BulkDialogFrame, type BulkDialogProps } from './bulk-dialog.tsx';
import { useBulkChange } from './use-bulk-change.ts';

const kinds = ['setDeveloper', 'setPublisher'] as const;

export function CompanyDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation('bulkChanges');
  const [kind, setKind] = useState<(typeof kinds)[number]>('setDeveloper');
  const [value, setValue] = useState('');
  const change = useBulkChange(ids, onDone);
  const name = value.trim();
  return (
    <BulkDialogFrame
      heading={t('company.heading', { count: ids.length })}
      submitLabel={t(name ? 'company.submit' : 'company.clear')}
      isBusy={change.isPending}
      onSubmit={() => change.mutate({ kind, value: name || null })}
      onClose={onClose}
    >
      <Segments
        label={t('company.what')}
        value={kind}
        data={kinds.map((one) => ({ value: one, label: t(`company.${one}`) }))}
        onChange={setKind}
      />
      <TextInput
        label={t('company.name')}
        description={t('company.hint')}
        size="md"
        value={value}
        maxLength={200}
        data-autofocus
        error={issueTexts(change.error).value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    </BulkDialogFrame>
  );
}
