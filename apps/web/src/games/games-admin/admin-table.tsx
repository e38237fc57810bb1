// The table of games. Only visible rows are mounted, however many games there are.
import type { AdminGame } from '@cellar/contract/games/admin-games.endpoints.ts';
import type { AdminGameColumn } from '@cellar/contract/games/rules/admin-games.ts';
import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type CSSProperties, type MouseEvent, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLatest } from '#lib/use-latest.ts';
import { RetryButton } from '#ui/feedback/messages.tsx';
import { mappedHeight } from '#ui/lists/grid-scroller.ts';
import { mountedRows, rowOf } from '#ui/lists/use-table-rows.ts';
import { useLongPress } from '../use-long-press.ts';
import { AdminGameRow, type RenderMatch } from './admin-game-row.tsx';
import { type AdminFilter, sortedBy } from './admin-list.ts';
import styles from './admin-table.module.css';
import { DeleteGameDialog } from './delete-game-dialog.tsx';
import { type OptionalColumn, templateOf } from './table-columns.tsx';
import type { AdminSelection } from './use-admin-selection.ts';
import { type TableGames, type TableView, useTableKeys } from './use-table.ts';

export interface AdminTableProps {
  filter: AdminFilter;
  columns: readonly OptionalColumn[];
  games: TableGames;
  view: TableView;
  selection: AdminSelection;
  isSelecting: boolean;
  renderMatch: RenderMatch;
  onSelecting(isSelecting: boolean): void;
  onSort(order: Pick<AdminFilter, 'sort' | 'direction'>): void;
}

const firstRows = 8;

export function AdminTable(props: AdminTableProps) {
  const { filter, columns, games, view, selection, isSelecting, onSort } = props;
  const { t } = useTranslation(['gamesAdmin', 'games']);
  const { frame, body, isPhone, rowHeight, place, active } = view;
  /** The headings are a row, too. */
  const headRows = isPhone ? 0 : 1;
  const [deleting, setDeleting] = useState<AdminGame>();
  const count = games.total ?? (games.hasFailed ? 0 : firstRows);
  const rowsInView = Math.max(1, place.lastRow - place.firstRow - 1);
  const shape = { columns: 1, count, rowsInView };
  const handleKeyDown = useTableKeys({ view, shape, selection, idAt: (index) => games.gameAt(index)?._id });
  const press = useRowPresses(props);
  const indices = mountedRows({ ...place, count, active });
  const tabStop = active ?? place.firstRow;
  const hasCheckbox = !isPhone || isSelecting || selection.ids.length > 0;
  return (
    <>
      {games.hasFailed && (
        <div className={styles.failed} role="alert">
          {t('games:loadFailed')} <RetryButton variant="default" size="sm" onClick={games.retry} />
        </div>
      )}
      <div
        ref={frame}
        className={styles.frame}
        data-phone={isPhone || undefined}
        data-checks={hasCheckbox || undefined}
        style={{ '--columns': templateOf(columns) } as CSSProperties}
      >
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows can be selected is a grid
          role="grid"
          className={styles.table}
          aria-label={t('games:title')}
          aria-rowcount={count + headRows}
          aria-multiselectable
        >
          {!isPhone && <TableHead filter={filter} columns={columns} onSort={onSort} />}
          <tbody
            ref={body}
            className={styles.body}
            style={{ height: mappedHeight(count * rowHeight) }}
            onKeyDown={handleKeyDown}
            onFocus={view.onFocus}
            onClickCapture={press.onClickCapture}
            {...press.handlers}
          >
            {indices.map((index) => {
              const game = games.gameAt(index);
              return (
                <AdminGameRow
                  key={index}
                  index={index}
                  rowNumber={index + 1 + headRows}
                  top={index * rowHeight - place.base}
                  height={rowHeight}
                  game={game}
                  columns={columns}
                  isPhone={isPhone}
                  isSelected={game !== undefined && selection.has(game._id)}
                  isTabStop={index === tabStop}
                  hasCheckbox={hasCheckbox}
                  renderMatch={props.renderMatch}
                  onToggle={press.onToggle}
                  onDelete={setDeleting}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      {deleting && (
        <DeleteGameDialog
          game={deleting}
          onDeleted={() => selection.remove(deleting._id)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}

/** A press on a row selects it, except on its links and buttons. While games are being selected, links select, too. */
function useRowPresses({ games, view, selection, isSelecting, onSelecting }: AdminTableProps) {
  const isTapping = view.isPhone && (isSelecting || selection.ids.length > 0);
  const latest = useLatest({ games, isTapping, onSelecting });
  const { toggle, extendTo } = selection;
  const onToggle = useCallback(
    (id: string, isRange: boolean) => (isRange ? extendTo(id) : toggle(id)),
    [toggle, extendTo],
  );
  const toggleRow = (target: EventTarget, isRange: boolean) => {
    const id = latest.current.games.gameAt(Number(rowOf(target)?.dataset.index))?._id;
    if (id !== undefined) onToggle(id, isRange);
  };
  const press = useLongPress({
    isPressable: (target) => rowOf(target) !== null && !isControl(target),
    onPress(target) {
      latest.current.onSelecting(true);
      toggleRow(target, false);
    },
  });
  return {
    onToggle,
    handlers: press.handlers,
    onClickCapture(event: MouseEvent) {
      const { target } = event;
      if (press.wasPressed(event)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (!(target instanceof Element) || isControl(target)) return;
      const isLink = target.closest('a') !== null;
      if (isLink && !latest.current.isTapping && !event.shiftKey) return;
      event.preventDefault();
      toggleRow(target, event.shiftKey);
    },
  };
}

/** Returns whether a press on this does something other than select. Menus are children of their rows only in React. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, input, label, [role=menu]') !== null;
}

interface TableHeadProps {
  filter: AdminFilter;
  columns: readonly OptionalColumn[];
  onSort(order: Pick<AdminFilter, 'sort' | 'direction'>): void;
}

/** The headings of the table. A press on one sorts by its column. */
function TableHead({ filter, columns, onSort }: TableHeadProps) {
  const { t } = useTranslation('gamesAdmin');
  const heading = (column: AdminGameColumn) => (
    <Heading key={column} column={column} filter={filter} onSort={onSort} />
  );
  const sortable = columns.filter((column) => column !== 'cover');
  return (
    <thead className={styles.head}>
      <tr className={styles.headRow} aria-rowindex={1}>
        <th scope="col">
          <VisuallyHidden>{t('column.selected')}</VisuallyHidden>
        </th>
        {columns.includes('cover') && (
          <th scope="col">
            <VisuallyHidden>{t('column.cover')}</VisuallyHidden>
          </th>
        )}
        {heading('title')}
        {sortable.map(heading)}
        <th scope="col">
          <VisuallyHidden>{t('column.actions')}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}

function Heading({ column, filter, onSort }: Omit<TableHeadProps, 'columns'> & { column: AdminGameColumn }) {
  const { t } = useTranslation('gamesAdmin');
  const isSorted = filter.sort === column;
  const Arrow = filter.direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      className={styles.headCell}
      data-column={column}
      aria-sort={isSorted ? (filter.direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" className={styles.sortButton} onClick={() => onSort(sortedBy(filter, column))}>
        {t(`column.${column}`)}
        {isSorted && <Arrow size={14} aria-hidden />}
      </button>
    </th>
  );
}
