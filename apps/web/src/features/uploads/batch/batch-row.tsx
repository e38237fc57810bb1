// A file in the batch list: its name, title, platform and state, with a remove button.
import { isVersion, needsVersion } from '@cellar/contract/rules/platforms.ts';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { PlatformField } from '../platform-field.tsx';
import type { BatchEntry } from './batch-entry.ts';
import styles from './batch-row.module.css';
import type { BatchState } from './batch-state.ts';
import { BatchStateLine } from './batch-state-line.tsx';
import type { UploadBatch } from './upload-batch.ts';

export interface BatchRowProps {
  entry: BatchEntry;
  state: BatchState;
  batch: UploadBatch;
}

/** Memoized, because the list may be long. */
export const BatchRow = memo(function BatchRow({ entry, state, batch }: BatchRowProps) {
  const { t, i18n } = useTranslation('batch');
  const { t: tForm } = useTranslation('addGame');
  const { key, file, title, choice, version } = entry;
  const isBad = needsVersion(choice) && version.trim() !== '' && !isVersion(version);
  return (
    <fieldset className={styles.row} data-state={state.kind} id={rowId(key)}>
      <legend className={styles.file}>
        <span className={styles.name}>{file.name}</span>
      </legend>
      <span className={styles.size}>{formatSize(file.size, i18n.language)}</span>
      <div className={styles.fields}>
        <TextInput
          label={tForm('title')}
          withAsterisk
          value={title}
          maxLength={200}
          onFocus={() => batch.holdTitle(key)}
          onChange={(event) => batch.change(key, { title: event.currentTarget.value })}
        />
        <PlatformField
          choice={choice}
          version={version}
          versionError={isBad ? tForm('versionInvalid') : undefined}
          isInRow
          onChange={(change) => batch.change(key, change)}
        />
      </div>
      <BatchStateLine entry={entry} state={state} />
      <ActionIcon
        className={styles.remove}
        variant="subtle"
        size="lg"
        aria-label={t('remove', { name: file.name })}
        onClick={(event) => {
          focusNeighbor(event.currentTarget.closest('li'));
          batch.remove([key]);
        }}
      >
        <IconX size={18} />
      </ActionIcon>
    </fieldset>
  );
});

/** Before this row is removed, moves the focus to the remove button of the next or previous row. */
function focusNeighbor(item: Element | null): void {
  const other = item?.nextElementSibling ?? item?.previousElementSibling;
  other?.querySelector<HTMLElement>('button')?.focus();
}

export const rowId = (key: number) => `batch-${key}`;
