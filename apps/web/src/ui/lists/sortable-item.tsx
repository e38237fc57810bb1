// The parts of an entry of a SortableList.
import { Feedback } from '@dnd-kit/dom';
import { useSortable } from '@dnd-kit/react/sortable';
import { useReducedMotion } from '@mantine/hooks';
import { IconGripVertical } from '@tabler/icons-react';
import { createContext, type Ref, use } from 'react';
import styles from './sortable-item.module.css';

/** The id of the list's instructions, which the handles refer to. */
export const SortableContext = createContext('');

const noMotion = Feedback.configure({ dropAnimation: null, keyboardTransition: null });

/** Returns a `ref` for the entry and a `handleRef` for its handle. */
export function useSortableItem(id: string, index: number) {
  const isStill = useReducedMotion();
  return useSortable({
    id,
    index,
    ...(isStill && { transition: null, plugins: (defaults) => [...defaults, noMotion] }),
  });
}

export interface SortableHandleProps {
  ref: Ref<HTMLButtonElement>;
  className?: string | undefined;
  number: number;
  label: string;
  /** The kind of entry, in a word or two. */
  role: string;
  isDragging: boolean;
}

/** The handle of an entry, with the entry's number. */
export function SortableHandle({ ref, className, number, label, role, isDragging }: SortableHandleProps) {
  return (
    <button
      // While it is dragged, the arrow keys move the entry.
      data-skip-arrows
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
