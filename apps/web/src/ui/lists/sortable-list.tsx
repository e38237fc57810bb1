// A list whose entries can be reordered by pointer and keyboard. It announces every move. Entries use `useSortableItem`
// and SortableHandle.
import { Accessibility } from '@dnd-kit/dom';
import { type DragDropEventHandlers, DragDropProvider } from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { SortableContext } from './sortable-item.tsx';

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
