// How many entries of the download history are kept. Fewer than there are deletes the oldest, so it asks first.
import { api } from '@cellar/contract/api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Select } from '#ui/fields/select.tsx';

export interface RetentionChoiceProps {
  retention: number;
  /** The admin's limit. */
  max: number;
  onSave(retention: number): void;
}

export function RetentionChoice({ retention, max, onSave }: RetentionChoiceProps) {
  const { t } = useTranslation('account');
  const client = useApi();
  const [asked, setAsked] = useState<{ kept: number; deleted: number }>();

  async function handleChange(kept: number): Promise<void> {
    const deleted = kept < retention ? (await countEntries()) - kept : 0;
    if (deleted > 0) setAsked({ kept, deleted });
    else onSave(kept);
  }

  /** When it can't be counted: as many as there may be, so that it asks. */
  async function countEntries(): Promise<number> {
    const query = { page: 1, limit: 1 };
    return client.call(api.myActivity, { query }).then(
      ({ total }) => total,
      () => retention,
    );
  }

  return (
    <>
      <Select
        label={t('preferences.retention')}
        description={t('preferences.retentionHint')}
        value={String(asked?.kept ?? retention)}
        onChange={(event) => void handleChange(Number(event.currentTarget.value))}
        data={choicesUpTo(max).map((count) => ({
          value: String(count),
          label: t('preferences.entries', { count }),
        }))}
      />
      <ConfirmDialog
        isOpen={asked !== undefined}
        question={t('preferences.trim.question', { count: asked?.kept ?? 0 })}
        text={t('preferences.trim.text', { count: asked?.deleted ?? 0 })}
        confirmLabel={t('preferences.trim.confirm')}
        onConfirm={() => {
          if (asked) onSave(asked.kept);
          setAsked(undefined);
        }}
        onCancel={() => setAsked(undefined)}
      />
    </>
  );
}

/** From 5 up to the admin's maximum, in steps of 5. */
function choicesUpTo(max: number): number[] {
  const { retentionMin, retentionStep } = limits;
  const count = Math.floor((max - retentionMin) / retentionStep) + 1;
  return Array.from({ length: count }, (_, index) => retentionMin + index * retentionStep);
}
