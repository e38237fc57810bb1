// All games in a table, for admins. The address says whether it is collapsed, and how it is filtered and sorted.
import { Button, Group } from '@mantine/core';
import { IconChevronDown, IconListCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { RetryButton } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { type Position, storedPosition, storePosition } from '#ui/lists/grid-scroller.ts';
import { useScrollToStart } from '../catalogue/grid/use-grid-view.ts';
import { AdminFilterBar } from './admin-filter-bar.tsx';
import type { RenderMatch } from './admin-game-row.tsx';
import {
  type AdminFilter,
  type AdminList,
  adminListKey,
  adminListOf,
  filterOf,
  isFiltered,
  noFilter,
  paramsOf,
  useAdminTable,
} from './admin-list.ts';
import styles from './admin-table.module.css';
import { AdminTable } from './admin-table.tsx';
import { ColumnsMenu, useTableColumns } from './table-columns.tsx';
import { type AdminSelection, useAdminSelection } from './use-admin-selection.ts';
import { useTableCounts, useTableGames, useTableView } from './use-table.ts';

export interface AdminGamesProps {
  /** At the start of the line above the table. Shown once it is known whether there are games. */
  action: ReactNode;
  /** At the end of that line. */
  menu: ReactNode;
  /** Shown between that line and the table. */
  children?: ReactNode;
  /** What can be done with the selected games. `done` clears the selection. */
  selectionActions?: (ids: readonly string[], done: () => void) => ReactNode;
  renderMatch: RenderMatch;
}

export function AdminGames({ action, menu, children, selectionActions, renderMatch }: AdminGamesProps) {
  const { t } = useTranslation('gamesAdmin');
  const tableId = useId();
  const { list, change } = useAdminList();
  const { isOpen } = list;
  const columns = useTableColumns();
  const { counts, isPending, retry } = useTableCounts(filterOf(list));
  const { librarySize = 0, lacking } = counts ?? {};
  const isShown = isOpen && librarySize > 0;
  return (
    <>
      <Group gap="var(--space-2)">
        {!isPending && action}
        {isPending && <Skeleton width="9rem" height="2.25rem" />}
        {counts && librarySize === 0 && <p className={layout.dim}>{t('empty')}</p>}
        {librarySize > 0 && (
          <h2 className={styles.heading}>
            <Button
              variant="subtle"
              size="sm"
              aria-expanded={isOpen}
              aria-controls={tableId}
              rightSection={
                <IconChevronDown size={18} className={styles.chevron} data-open={isOpen || undefined} />
              }
              onClick={() => change({ isOpen: !isOpen })}
            >
              {t(isOpen ? 'hide' : 'show', { count: librarySize })}
            </Button>
          </h2>
        )}
        <Group gap="var(--space-2)" ml="auto">
          {isShown && <ColumnsMenu shown={columns.shown} onToggle={columns.toggle} />}
          {menu}
        </Group>
      </Group>
      {children}
      {!counts && !isPending && <LoadFailed onRetry={retry} />}
      <div id={tableId} hidden={!isShown}>
        {isShown && (
          <>
            <AdminFilterBar filter={list} lacking={lacking} onChange={change} />
            <OpenTable
              list={list}
              columns={columns.shown}
              selectionActions={selectionActions}
              renderMatch={renderMatch}
              onChange={change}
            />
          </>
        )}
      </div>
    </>
  );
}

/** Returns false until it is known. */
export function useIsLibraryEmpty(): boolean {
  const [params] = useSearchParams();
  const { counts } = useTableCounts(filterOf(adminListOf(params)));
  return counts?.librarySize === 0;
}

interface OpenTableProps extends Pick<AdminGamesProps, 'selectionActions' | 'renderMatch'> {
  list: AdminList;
  columns: ReturnType<typeof useTableColumns>['shown'];
  onChange(part: Partial<AdminFilter>): void;
}

function OpenTable(props: OpenTableProps) {
  const { list: shown, columns, selectionActions, renderMatch, onChange } = props;
  const { t } = useTranslation('gamesAdmin');
  const filter = filterOf(shown);
  const [isSelecting, setSelecting] = useState(false);
  const [count, setCount] = useState(0);
  const view = useTableView(count, (position) => storePosition(positionKey(adminListKey(filter)), position));
  const games = useTableGames(filter, { first: view.place.firstRow, last: view.place.lastRow });
  const selection = useAdminSelection(filter, games.listIds);
  // The number of rows is known only after the view has asked for some.
  if (games.total !== undefined && games.total !== count) setCount(games.total);
  const list = adminListKey(filter);
  useScrollToStart(view.scroller, { list, start: useStart(list), isReady: games.total !== undefined });
  return (
    <>
      <SelectionBar
        selection={selection}
        total={games.total}
        isSelecting={isSelecting}
        onSelecting={setSelecting}
      >
        {selectionActions?.(selection.ids, selection.clear)}
      </SelectionBar>
      {games.total === 0 && (
        <div className={styles.note} role="status">
          <p>{t('noMatch')}</p>
          {isFiltered(shown) && (
            <Button variant="default" size="sm" onClick={() => onChange(noFilter)}>
              {t('clearFilters')}
            </Button>
          )}
        </div>
      )}
      <div hidden={games.total === 0}>
        <AdminTable
          filter={filter}
          columns={columns}
          games={games}
          view={view}
          selection={selection}
          isSelecting={isSelecting}
          renderMatch={renderMatch}
          onSelecting={setSelecting}
          onSort={onChange}
        />
      </div>
    </>
  );
}

/** Returns the place at which a list was left, for the list that the page begins with. Other lists begin at their top. */
function useStart(list: string): Position | undefined {
  const [first, setFirst] = useState<string | undefined>(list);
  if (first !== undefined && first !== list) setFirst(undefined);
  return first === list ? storedPosition(positionKey(list)) : undefined;
}

const positionKey = (list: string) => `admin ${list}`;

function LoadFailed({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation('games');
  return (
    <div className={styles.failed} role="alert">
      {t('loadFailed')}
      <RetryButton variant="default" size="sm" onClick={onRetry} />
    </div>
  );
}

/** Reads the state of the table from the address, and writes it there. */
function useAdminList() {
  const [params, setParams] = useSearchParams();
  const table = useAdminTable();
  const list = useMemo(() => adminListOf(params), [params]);
  useEffect(() => {
    table.list = list;
  }, [table, list]);
  /** Replaces the history entry, so that Back leaves the page instead of undoing filters. */
  function change(part: Partial<AdminList>): void {
    // The page that a link leads to may still be loading.
    if (window.location.pathname !== paths.admin) return;
    // Reads the current address, because `list` may be outdated if two changes happen between two renders.
    const now = adminListOf(new URLSearchParams(window.location.search));
    setParams(paramsOf({ ...now, ...part }), { replace: true, preventScrollReset: true });
  }
  return { list, change };
}

interface SelectionBarProps {
  selection: AdminSelection;
  /** The number of games that the filter shows. Undefined until the first answer. */
  total: number | undefined;
  isSelecting: boolean;
  onSelecting(isSelecting: boolean): void;
  children: ReactNode;
}

/** Says how many games are selected, and offers what can be done with them. */
function SelectionBar({ selection, total, isSelecting, onSelecting, children }: SelectionBarProps) {
  const { t } = useTranslation('gamesAdmin');
  const { ids, isBusy } = selection;
  const hasSome = ids.length > 0;
  const handleClear = () => {
    selection.clear();
    onSelecting(false);
  };
  return (
    <div className={styles.selection} data-some={hasSome || undefined}>
      <p role="status" className={styles.count}>
        {hasSome
          ? t('selection.count', { count: ids.length })
          : total !== undefined && t('found', { count: total })}
      </p>
      {!isSelecting && !hasSome && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.selectMode}
          leftSection={<IconListCheck size={16} />}
          onClick={() => onSelecting(true)}
        >
          {t('selection.start')}
        </Button>
      )}
      {total !== undefined && total > ids.length && (
        <Button variant="subtle" size="compact-sm" loading={isBusy} onClick={selection.selectAll}>
          {t('selection.all', { count: total })}
        </Button>
      )}
      {(hasSome || isSelecting) && (
        <Button variant="subtle" size="compact-sm" leftSection={<IconX size={16} />} onClick={handleClear}>
          {t(hasSome ? 'selection.clear' : 'selection.end')}
        </Button>
      )}
      {hasSome && <div className={styles.selectionActions}>{children}</div>}
    </div>
  );
}
