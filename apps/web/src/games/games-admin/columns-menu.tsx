// The menu that chooses the columns of the table.
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './admin-table.module.css';
import { type OptionalColumn, optionalColumns } from './table-columns.ts';

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
          variant="default"
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
