// The handle for an entry of a SortableList, with the entry's number.
import { IconGripVertical } from '@tabler/icons-react';
import { type Ref, use } from 'react';
import styles from './sortable-handle.module.css';
import { SortableContext } from './sortable-item.ts';

export interface SortableHandleProps {
  ref: Ref<HTMLButtonElement>;
  className?: string | undefined;
  number: number;
  label: string;
  /** The kind of entry, in a word or two. */
  role: string;
  isDragging: boolean;
}

export function SortableHandle({ ref, className, number, label, role, isDragging }: SortableHandleProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={`${styles.handle} ${className ?? ''}`}
      data-dragging={isDragging || undefined}
      aria-label={label}
      aria-roledescription={role}
      aria-describedby={use(SortableContext)}
    >
      <IconGripVertical size={18} aria-hidden />
      <span className={styles.number}>{number}</span>
    </button>
  );
}
