// Makes an element an entry of a SortableList.
import { Feedback } from '@dnd-kit/dom';
import { useSortable } from '@dnd-kit/react/sortable';
import { useReducedMotion } from '@mantine/hooks';
import { createContext } from 'react';

/** The id of the list's instructions, for its handles. */
export const SortableContext = createContext('');

const noMotion = Feedback.configure({ dropAnimation: null, keyboardTransition: null });

/** `ref` is for the entry, `handleRef` for its handle. */
export function useSortableItem(id: string, index: number) {
  const isStill = useReducedMotion();
  return useSortable({
    id,
    index,
    ...(isStill && { transition: null, plugins: (defaults) => [...defaults, noMotion] }),
  });
}
