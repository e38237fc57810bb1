// The files of the batch list as a table. Only visible rows are mounted. Enter and the arrow keys move between the titles.
import { isVersion, needsVersion } from '@cellar/contract/games/rules/platforms.ts';
import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconLoader2, IconX } from '@tabler/icons-react';
import { type CSSProperties, Fragment, type KeyboardEvent, memo, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { formatSize } from '#lib/format.ts';
import { usePlatformChoices } from '#lib/own-platforms.ts';
import type { RangeSelection } from '#ui/lists/use-range-selection.ts';
import { mountedRows, type TableRows } from '#ui/lists/use-table-rows.ts';
import check from './batch.module.css';
import { type BatchChange, type BatchEntry, type BatchState, hasBadTitle } from './batch-entry.ts';
import styles from './batch-table.module.css';
import type { UploadBatch } from './upload-batch.ts';
import { type ShownEntry, useBatch } from './use-batch.ts';

export interface BatchTableProps {
  rows: TableRows;
  /** In CSS pixels. */
  rowHeight: number;
  shown: readonly ShownEntry[];
  selected: ReadonlySet<number>;
  onToggle: RangeSelection<number>['toggle'];
  onExtend: RangeSelection<number>['extendTo'];
  onSelectAll(isOn: boolean): void;
  /** Moves the focus to the title of this row, if it exists. */
  onMove(index: number): void;
}

export function BatchTable(props: BatchTableProps) {
  const { rows, rowHeight, shown, selected, onToggle, onExtend, onSelectAll, onMove } = props;
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const { frame, body, place, active } = rows;
  const indices = mountedRows({ ...place, count: shown.length, active });
  const below = shown.length - 1 - (indices.at(-1) ?? -1);
  const handleKey = (event: KeyboardEvent) => {
    const step = titleStep(event);
    const index = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index;
    if (step === 0 || index === undefined) return;
    event.preventDefault();
    onMove(Number(index) + step);
  };
  return (
    <div
      ref={frame}
      className={styles.scroller}
      style={{ '--row-height': `${rowHeight}px` } as CSSProperties}
    >
      <table className={styles.table} aria-label={t('table')} aria-rowcount={shown.length + 1}>
        <HeaderRow shown={shown} selected={selected} onSelectAll={onSelectAll} />
        <tbody ref={body} className={styles.body} onKeyDown={handleKey} onFocus={rows.onFocus}>
          {indices.map((index, at) => {
            const row = shown[index];
            const gap = index - 1 - (indices[at - 1] ?? -1);
            return (
              row && (
                <Fragment key={row.entry.key}>
                  {gap > 0 && <GapRow height={gap * rowHeight} />}
                  <BatchRow
                    {...row}
                    index={index}
                    isSelected={selected.has(row.entry.key)}
                    batch={batch}
                    onToggle={onToggle}
                    onExtend={onExtend}
                  />
                </Fragment>
              )
            );
          })}
          {below > 0 && <GapRow height={below * rowHeight} />}
        </tbody>
      </table>
    </div>
  );
}

/** Takes the place of rows that are not mounted. */
function GapRow({ height }: { height: number }) {
  return <tr aria-hidden className={styles.gap} style={{ height }} />;
}

/** Returns how many rows a key in a title moves the focus: -1, 0 or 1. */
function titleStep({ key, shiftKey, altKey, ctrlKey, metaKey, target, nativeEvent }: KeyboardEvent): number {
  const isTitle = target instanceof HTMLElement && target.dataset.field === 'title';
  // An input method uses the same keys.
  if (!isTitle || nativeEvent.isComposing || altKey || ctrlKey || metaKey) return 0;
  if (key === 'Enter') return shiftKey ? -1 : 1;
  if (shiftKey) return 0;
  if (key === 'ArrowDown') return 1;
  return key === 'ArrowUp' ? -1 : 0;
}

type HeaderRowProps = Pick<BatchTableProps, 'shown' | 'selected' | 'onSelectAll'>;

function HeaderRow({ shown, selected, onSelectAll }: HeaderRowProps) {
  const { t } = useTranslation('batch');
  const count = shown.filter(({ entry }) => selected.has(entry.key)).length;
  const isAll = count > 0 && count === shown.length;
  const setMixed: Ref<HTMLInputElement> = (box) => {
    if (box) box.indeterminate = count > 0 && !isAll;
  };
  return (
    <thead className={styles.head}>
      <tr className={styles.headRow} aria-rowindex={1}>
        <th scope="col" className={`${styles.headCell} ${styles.select}`}>
          <label className={styles.checkLabel}>
            <input
              className={check.check}
              ref={setMixed}
              type="checkbox"
              aria-label={t('selectAll')}
              checked={isAll}
              onChange={(event) => onSelectAll(event.currentTarget.checked)}
            />
          </label>
        </th>
        <th scope="col" className={`${styles.headCell} ${styles.title}`}>
          {t('columns.title')}
        </th>
        <th scope="col" className={`${styles.headCell} ${styles.platform}`}>
          {t('columns.platform')}
        </th>
        <th scope="col" className={styles.headCell}>
          {t('columns.file')}
        </th>
        <th scope="col" className={`${styles.headCell} ${styles.size}`}>
          {t('columns.size')}
        </th>
        <th scope="col" className={`${styles.headCell} ${styles.state}`}>
          {t('columns.state')}
        </th>
        <td className={`${styles.headCell} ${styles.remove}`} />
      </tr>
    </thead>
  );
}

// A file in the batch list: its title, platform, name, size and state, with a button that leaves it out.

interface BatchRowProps extends Pick<BatchTableProps, 'onToggle' | 'onExtend'> {
  entry: BatchEntry;
  state: BatchState;
  /** The position among the rows shown, from 0. */
  index: number;
  isSelected: boolean;
  batch: UploadBatch;
}

/** Memoized, because the list may change with each letter typed into another row. */
const BatchRow = memo(function BatchRow(props: BatchRowProps) {
  const { entry, state, index, isSelected, batch, onToggle, onExtend } = props;
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
            onChange={({ currentTarget, nativeEvent }) => {
              const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
              if (isRange) onExtend(key, { isOn: currentTarget.checked });
              else onToggle(key);
            }}
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
  const { key, choice, version } = entry;
  const { name } = entry.file;
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
