// A file in the batch list: its title, platform, name, size and state, with a button that leaves it out.
import { isVersion, needsVersion } from '@cellar/contract/games/rules/platforms.ts';
import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconLoader2, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { formatSize } from '#lib/format.ts';
import { usePlatformChoices } from '#lib/own-platforms.ts';
import check from './batch.module.css';
import type { BatchChange, BatchEntry } from './batch-entry.ts';
import type { BatchState } from './batch-state.ts';
import styles from './batch-table.module.css';
import type { UploadBatch } from './upload-batch.ts';

export interface BatchRowProps {
  entry: BatchEntry;
  state: BatchState;
  /** The position among the rows shown, from 0. */
  index: number;
  isSelected: boolean;
  batch: UploadBatch;
  onSelect(key: number, isOn: boolean, isRange: boolean): void;
}

/** Memoized, because the list may change with each letter typed into another row. */
export const BatchRow = memo(function BatchRow(props: BatchRowProps) {
  const { entry, state, index, isSelected, batch, onSelect } = props;
  const { t, i18n } = useTranslation('batch');
  const { key, file, title } = entry;
  const { name } = file;
  return (
    // The header is the first row.
    <tr
      className={styles.row}
      id={rowId(key)}
      data-index={index}
      aria-rowindex={index + 2}
      data-state={state.kind}
    >
      <td className={`${styles.cell} ${styles.select}`}>
        <label className={styles.checkLabel}>
          <input
            className={check.check}
            type="checkbox"
            aria-label={t('select', { name })}
            checked={isSelected}
            onChange={({ currentTarget, nativeEvent }) =>
              onSelect(key, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
      </td>
      <td className={`${styles.cell} ${styles.title}`}>
        <input
          className={styles.field}
          data-field="title"
          aria-label={t('titleOf', { name })}
          aria-describedby={stateId(key)}
          aria-invalid={hasBadTitle(state) || undefined}
          value={title}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          enterKeyHint="next"
          onFocus={() => batch.keepTitle(key)}
          onChange={(event) => batch.change(key, { title: event.currentTarget.value })}
        />
      </td>
      <td className={`${styles.cell} ${styles.platform}`}>
        <RowPlatform entry={entry} onChange={(change) => batch.change(key, change)} />
      </td>
      <th scope="row" className={`${styles.cell} ${styles.name}`} title={name}>
        <span className={styles.text}>{name}</span>
      </th>
      <td className={`${styles.cell} ${styles.size}`}>{formatSize(file.size, i18n.language)}</td>
      <StateCell entry={entry} state={state} />
      <td className={`${styles.cell} ${styles.remove}`}>
        <ActionIcon
          variant="subtle"
          size="md"
          aria-label={t('remove', { name })}
          onClick={(event) => {
            focusNeighbor(event.currentTarget.closest('tr'));
            batch.remove([key]);
          }}
        >
          <IconX size={16} />
        </ActionIcon>
      </td>
    </tr>
  );
});

export const rowId = (key: number) => `batch-${key}`;
const stateId = (key: number) => `${rowId(key)}-state`;

interface RowPlatformProps {
  entry: BatchEntry;
  onChange(change: BatchChange): void;
}

function RowPlatform({ entry, onChange }: RowPlatformProps) {
  const { t } = useTranslation('batch');
  const { t: tForm } = useTranslation('addGame');
  const { key, file, choice, version } = entry;
  const { name } = file;
  const isBad = needsVersion(choice) && version.trim() !== '' && !isVersion(version);
  return (
    <div className={styles.fields}>
      <select
        className={`${styles.field} ${styles.choice}`}
        data-field="platform"
        aria-label={t('platformOf', { name })}
        aria-describedby={stateId(key)}
        aria-invalid={choice === '' || undefined}
        value={choice}
        onChange={(event) => onChange({ choice: event.currentTarget.value })}
      >
        <option value="">{tForm('choosePlatform')}</option>
        {usePlatformChoices(choice).map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      {needsVersion(choice) && (
        <input
          data-field="version"
          className={`${styles.field} ${styles.version}`}
          aria-label={t('versionOf', { name })}
          aria-invalid={isBad || undefined}
          placeholder={tForm('versionExample')}
          maxLength={40}
          value={version}
          onChange={(event) => onChange({ version: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/** Before this row is removed, moves the focus to the remove button of the next or previous row. */
function focusNeighbor(row: Element | null): void {
  const button =
    row?.nextElementSibling?.querySelector('button') ?? row?.previousElementSibling?.querySelector('button');
  button?.focus();
}

function hasBadTitle(state: BatchState): boolean {
  if (state.kind !== 'problem') return false;
  return state.problem === 'noTitle' || state.problem === 'twice' || state.problem === 'exists';
}

const icons = { problem: IconAlertTriangle, checking: IconLoader2, ready: IconCircleCheck };

function StateCell({ entry, state }: { entry: BatchEntry; state: BatchState }) {
  const Icon = icons[state.kind];
  const text = useStateText(entry, state);
  return (
    <td className={`${styles.cell} ${styles.state}`} id={stateId(entry.key)} title={text}>
      <span className={styles.reason} data-state={state.kind}>
        <Icon size={16} stroke={1.8} aria-hidden />
        <span className={styles.text}>{text}</span>
      </span>
    </td>
  );
}

function useStateText({ answer }: BatchEntry, state: BatchState): string {
  const { t } = useTranslation('batch');
  const { t: tForm } = useTranslation('addGame');
  if (state.kind === 'checking') return t('state.checking');
  if (state.kind === 'ready') return t(`state.${state.as}`);
  if (state.problem !== 'checkFailed') return t(`state.${state.problem}`);
  return errorText(answer && 'failed' in answer ? answer.failed : {}, tForm('checkFailed'));
}
