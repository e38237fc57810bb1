// The files of the batch list as a table. Only visible rows are mounted. Enter and the arrow keys move between the titles.
import type { KeyboardEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { VirtualRows } from '#ui/lists/use-virtual-rows.ts';
import check from './batch.module.css';
import { BatchRow } from './batch-row.tsx';
import styles from './batch-table.module.css';
import { useBatch } from './use-batch.ts';
import type { ShownEntry } from './use-shown-entries.ts';

export interface BatchTableProps {
  rows: VirtualRows;
  shown: readonly ShownEntry[];
  selected: ReadonlySet<number>;
  onSelect(key: number, isOn: boolean, isRange: boolean): void;
  onSelectAll(isOn: boolean): void;
  /** Moves the focus to the title of this row, if it exists. */
  onMove(index: number): void;
}

export function BatchTable({ rows, shown, selected, onSelect, onSelectAll, onMove }: BatchTableProps) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const { scroller, parts, rowHeight, focusHandlers } = rows;
  const handleKey = (event: KeyboardEvent) => {
    const step = titleStep(event);
    const index = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index;
    if (step === 0 || index === undefined) return;
    event.preventDefault();
    onMove(Number(index) + step);
  };
  return (
    <div ref={scroller} className={styles.scroller} {...focusHandlers}>
      <table className={styles.table} aria-label={t('table')} aria-rowcount={shown.length + 1}>
        <HeaderRow shown={shown} selected={selected} onSelectAll={onSelectAll} />
        <tbody className={styles.body} onKeyDown={handleKey}>
          {parts.map(({ index, gap }) => {
            if (gap !== undefined) return <GapRow key={`gap-${index}`} height={gap * rowHeight} />;
            const row = shown[index];
            if (!row) return null;
            return (
              <BatchRow
                key={row.entry.key}
                {...row}
                index={index}
                isSelected={selected.has(row.entry.key)}
                batch={batch}
                onSelect={onSelect}
              />
            );
          })}
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
