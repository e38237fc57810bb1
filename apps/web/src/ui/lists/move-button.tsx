// Moves an entry of an ordered list by one place, for who does not drag.
import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './move-button.module.css';

export interface MoveButtonProps {
  label: string;
  icon: ReactNode;
  /** Absent at the end of the list. Not `disabled` there: the focus would be lost with the click that led there. */
  onMove: (() => void) | undefined;
}

export function MoveButton({ label, icon, onMove }: MoveButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      size="lg"
      className={styles.move ?? ''}
      aria-label={label}
      aria-disabled={onMove ? undefined : true}
      onClick={onMove}
    >
      {icon}
    </ActionIcon>
  );
}
