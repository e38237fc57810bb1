// Turns an element into an entry of a SortableList.
import { Feedback } from '@dnd-kit/dom';
import { useSortable } from '@dnd-kit/react/sortable';
import { useReducedMotion } from '@mantine/hooks';
import { createContext } from 'react';

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
