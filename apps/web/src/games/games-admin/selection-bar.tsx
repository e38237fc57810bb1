// Says how many games are selected, and offers what can be done with them.
import { Button } from '@mantine/core';
import { IconListCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './admin-table.module.css';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  /** The number of games that the filter shows. Undefined until the first answer. */
  total: number | undefined;
  isSelecting: boolean;
  onSelecting(isSelecting: boolean): void;
  children: ReactNode;
}

export function SelectionBar({ selection, total, isSelecting, onSelecting, children }: SelectionBarProps) {
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
      {total !== undefined && total > 0 && (
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
