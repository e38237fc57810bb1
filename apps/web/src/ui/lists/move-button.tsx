// Moves an entry of an ordered list up or down, as an alternative to dragging.
import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './move-button.module.css';

export interface MoveButtonProps {
  label: string;
  icon: ReactNode;
  /** Undefined at the end of the list. There, the button is not `disabled`, because it would lose the focus. */
  onMove: (() => void) | undefined;
  size?: 'lg' | 'xl';
}

export function MoveButton({ label, icon, onMove, size = 'lg' }: MoveButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      size={size}
      className={styles.move ?? ''}
      aria-label={label}
      aria-disabled={onMove ? undefined : true}
      onClick={onMove}
    >
      {icon}
    </ActionIcon>
  );
}
