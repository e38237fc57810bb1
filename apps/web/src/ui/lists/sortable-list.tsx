// A list whose entries can be reordered by pointer and keyboard. It announces every move. Entries use `useSortableItem`
// and SortableHandle.

import { Accessibility, Feedback } from '@dnd-kit/dom';
import { type DragDropEventHandlers, DragDropProvider } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { createContext, type ReactNode, type Ref, use, useId, useRef, useState } from 'react';
import layout from '../layout.module.css';
import styles from './sortable-list.module.css';

export type SortableMoment = 'start' | 'over' | 'end' | 'cancel';

export interface SortableListProps<T> {
  items: readonly T[];
  keyOf(item: T): string;
  label?: string;
  className: string | undefined;
  /** The keyboard instructions for screen readers. */
  instructions: string;
  /** Returns the announcement for an entry that moves from `from` to `to`. */
  announce(moment: SortableMoment, item: T, from: number, to: number): string;
  onMove(item: T, from: number, to: number): void;
  /** Called when dragging starts and ends. */
  onHold?(isHeld: boolean): void;
  /** Renders an entry. `say` announces a move that was made with a button. */
  children(item: T, index: number, say: (to: number) => void): ReactNode;
}

type Source = Parameters<NonNullable<DragDropEventHandlers['onDragEnd']>>[0]['operation']['source'];

export function SortableList<T>(props: SortableListProps<T>) {
  const { items, keyOf, label, className, instructions, announce, onMove, onHold, children } = props;
  const instructionsId = useId();
  const [announcement, setAnnouncement] = useState('');
  const lastIndex = useRef(-1);
  const itemOf = ({ id }: NonNullable<Source>) => items.find((item) => keyOf(item) === id);
  const say = (moment: SortableMoment, source: Source | undefined) => {
    if (!source || !isSortable(source)) return;
    if (moment === 'over' && source.index === lastIndex.current) return;
    lastIndex.current = source.index;
    const item = itemOf(source);
    if (item !== undefined) setAnnouncement(announce(moment, item, source.initialIndex, source.index));
  };
  const drop = (source: Source | undefined) => {
    if (!source || !isSortable(source) || source.index === source.initialIndex) return;
    const item = itemOf(source);
    if (item !== undefined) onMove(item, source.initialIndex, source.index);
  };
  return (
    <DragDropProvider
      // The library's announcements are in English and outside the dialog, where screen readers do not read them.
      plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
      onDragStart={({ operation }) => {
        onHold?.(true);
        say('start', operation.source);
      }}
      onDragOver={({ operation }) => say('over', operation.source)}
      onDragEnd={({ operation: { source }, canceled }) => {
        onHold?.(false);
        say(canceled ? 'cancel' : 'end', source);
        if (!canceled) drop(source);
      }}
    >
      <p id={instructionsId} hidden>
        {instructions}
      </p>
      <VisuallyHidden component="p" aria-live="assertive">
        {announcement}
      </VisuallyHidden>
      <SortableContext value={instructionsId}>
        <ol className={className} aria-label={label}>
          {items.map((item, index) =>
            children(item, index, (to) => setAnnouncement(announce('end', item, index, to))),
          )}
        </ol>
      </SortableContext>
    </DragDropProvider>
  );
}

// The parts of an entry of a SortableList.

/** The id of the list's instructions, which the handles refer to. */
const SortableContext = createContext('');

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

interface SortableHandleProps {
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
      <span className={layout.strong}>{number}</span>
    </button>
  );
}

// Moves an entry of an ordered list up or down, as an alternative to dragging.

interface MoveButtonProps {
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

export interface EntryButtonsProps {
  labels: Record<'up' | 'down' | 'edit' | 'delete', string>;
  index: number;
  isLast: boolean;
  onMove(to: number): void;
  onEdit(): void;
  onDelete(): void;
}

/** What can be done with an entry of an ordered list, at the end of its row. */
export function EntryButtons({ labels, index, isLast, onMove, onEdit, onDelete }: EntryButtonsProps) {
  return (
    <div className={styles.buttons}>
      <MoveButton
        label={labels.up}
        icon={<IconArrowUp size={18} />}
        onMove={index > 0 ? () => onMove(index - 1) : undefined}
      />
      <MoveButton
        label={labels.down}
        icon={<IconArrowDown size={18} />}
        onMove={isLast ? undefined : () => onMove(index + 1)}
      />
      <ActionIcon variant="subtle" size="lg" aria-label={labels.edit} onClick={onEdit}>
        <IconPencil size={18} />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" size="lg" aria-label={labels.delete} onClick={onDelete}>
        <IconTrash size={18} />
      </ActionIcon>
    </div>
  );
}
