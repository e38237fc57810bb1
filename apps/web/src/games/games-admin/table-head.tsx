// The headings of the table. A press on one sorts by its column.
import type { AdminGameColumn } from '@cellar/contract/games/rules/admin-games.ts';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type AdminFilter, sortedBy } from './admin-list.ts';
import styles from './admin-table.module.css';
import type { OptionalColumn } from './table-columns.ts';

interface TableHeadProps {
  filter: AdminFilter;
  columns: readonly OptionalColumn[];
  onSort(order: Pick<AdminFilter, 'sort' | 'direction'>): void;
}

export function TableHead({ filter, columns, onSort }: TableHeadProps) {
  const { t } = useTranslation('gamesAdmin');
  const heading = (column: AdminGameColumn) => (
    <Heading key={column} column={column} filter={filter} onSort={onSort} />
  );
  const sortable = columns.filter((column) => column !== 'cover');
  return (
    <thead className={styles.head}>
      <tr className={styles.headRow} aria-rowindex={1}>
        <th scope="col">
          <span className={styles.hidden}>{t('column.selected')}</span>
        </th>
        {columns.includes('cover') && (
          <th scope="col">
            <span className={styles.hidden}>{t('column.cover')}</span>
          </th>
        )}
        {heading('title')}
        {sortable.map(heading)}
        <th scope="col">
          <span className={styles.hidden}>{t('column.actions')}</span>
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
