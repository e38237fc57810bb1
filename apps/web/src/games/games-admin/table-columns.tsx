// The menu that chooses the columns of the table.
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import type { AdminGameColumn } from '@cellar/contract/games/rules/admin-games.ts';
import { Button, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storedJson } from '#lib/stored.ts';
import styles from './admin-table.module.css';

interface ColumnsMenuProps {
  shown: readonly OptionalColumn[];
  onToggle(column: OptionalColumn): void;
}

export function ColumnsMenu({ shown, onToggle }: ColumnsMenuProps) {
  const { t } = useTranslation('gamesAdmin');
  return (
    <Menu position="bottom-end" closeOnItemClick={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          size="sm"
          className={styles.columnsButton}
          leftSection={<IconColumns3 size={17} />}
        >
          {t('columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {optionalColumns.map((column) => (
          <Menu.CheckboxItem
            key={column}
            checked={shown.includes(column)}
            closeMenuOnClick={false}
            onChange={() => onToggle(column)}
          >
            {t(`column.${column}`)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

// The columns of the table. The admin chooses which are shown, and the browser remembers the choice.

/** The columns that can be hidden, in their order. The title is always shown. */
const optionalColumns = [
  'cover',
  'platforms',
  'size',
  'year',
  'developer',
  'match',
  'added',
  'downloads',
] as const satisfies readonly (AdminGameColumn | 'cover')[];

export type OptionalColumn = (typeof optionalColumns)[number];

const widths: Record<OptionalColumn, string> = {
  cover: '1.75rem',
  platforms: 'minmax(7rem, 1fr)',
  size: '5.75rem',
  year: '3.5rem',
  developer: 'minmax(8rem, 1fr)',
  match: '9.5rem',
  added: '6.75rem',
  downloads: '9.5rem',
};

const storage = storedJson('cellar-admin-columns');

/** Reads which columns are hidden, not which are shown, so that new columns of a later version are shown at first. */
function readShown(): OptionalColumn[] {
  const hidden = storage.get();
  return optionalColumns.filter((column) => !(Array.isArray(hidden) && hidden.includes(column)));
}

export function useTableColumns() {
  const [shown, setShown] = useState(readShown);
  function toggle(column: OptionalColumn): void {
    const isShown = shown.includes(column);
    storage.set(optionalColumns.filter((one) => (one === column ? isShown : !shown.includes(one))));
    setShown(readShown);
  }
  return { shown, toggle };
}

/** Returns the value of `grid-template-columns`: the checkbox, the columns, and the actions. */
export function templateOf(shown: readonly OptionalColumn[]): string {
  const after = shown.filter((column) => column !== 'cover').map((column) => widths[column]);
  const cover = shown.includes('cover') ? [widths.cover] : [];
  return ['1.75rem', ...cover, 'minmax(11rem, 2.5fr)', ...after, '6.25rem'].join(' ');
}
