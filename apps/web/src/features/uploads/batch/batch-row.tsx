// A file in the batch list: its name, title, platform and state, with a remove button.
import { isVersion, needsVersion } from '@cellar/contract/rules/platforms.ts';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconLoader2, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { formatSize } from '#lib/format.ts';
import cards from '#ui/lists/cards.module.css';
import { PlatformField } from '../platform-field.tsx';
import styles from './batch.module.css';
import { type BatchEntry, platformOf } from './batch-entry.ts';
import type { BatchState } from './batch-state.ts';
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
    <fieldset className={`${cards.card} ${styles.row}`} data-state={state.kind} id={rowId(key)}>
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
          onFocus={() => batch.keepTitle(key)}
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
      <StateLine entry={entry} state={state} />
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

const icons = { problem: IconAlertTriangle, checking: IconLoader2, ready: IconCircleCheck };

function StateLine({ entry, state }: { entry: BatchEntry; state: BatchState }) {
  const Icon = icons[state.kind];
  return (
    <p className={styles.state}>
      <Icon size={17} stroke={1.8} aria-hidden />
      <span>{useStateText(entry, state)}</span>
    </p>
  );
}

function useStateText(entry: BatchEntry, state: BatchState): string {
  const { t } = useTranslation('batch');
  const { t: tForm } = useTranslation('addGame');
  const names = { title: entry.title.trim(), platform: platformOf(entry) ?? '' };
  if (state.kind === 'checking') return t('state.checking');
  if (state.kind === 'ready') {
    return state.as === 'newPlatform' ? tForm('addsPlatform', names) : t(`state.${state.as}`);
  }
  const { answer } = entry;
  switch (state.problem) {
    case 'exists':
      return tForm('existsForPlatform', names);
    case 'uploading':
      return tForm('alreadyUploading', names);
    case 'badVersion':
      return tForm('versionInvalid');
    case 'checkFailed':
      return errorText(answer && 'failed' in answer ? answer.failed : {}, tForm('checkFailed'));
    default:
      return t(`state.${state.problem}`);
  }
}
