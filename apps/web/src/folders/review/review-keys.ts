// The keys of the review: moving between rows, selecting, and acting on the current row.
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isTyping } from '#lib/keystroke.ts';
import { areSingleKeysOn } from '#lib/single-keys.ts';
import { topDialog } from '#ui/dialogs/top-layer.ts';

export interface ReviewActions {
  /** The id is that of the current row. */
  onAdd(id: string): void;
  onSkip(id: string): void;
  /** Also selects the row to which the focus has moved. */
  onExtend(from: string, to: string): void;
  onClear(): void;
}

/** The elements of a row. */
export const rowParts = {
  checkbox: 'input[type=checkbox]',
  title: '[data-part=title]',
  platform: 'select',
} as const;

export function useReviewKeys(list: RefObject<HTMLElement | null>, actions: ReviewActions): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, isComposing } = event;
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || isComposing || topDialog()) return;
    if (isTyping(target) || !list.current) return;
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null;
    const isLetter = key.length === 1;
    if (isLetter && !areSingleKeysOn()) return;
    if (act(list.current, row, event, actions)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Returns whether the key has a meaning here. */
function act(
  list: HTMLElement,
  row: HTMLElement | null,
  event: KeyboardEvent,
  actions: ReviewActions,
): boolean {
  const { key, shiftKey, target } = event;
  const step = steps[key.length === 1 ? key.toLowerCase() : key];
  // Without a current row, the arrow keys scroll the page.
  if (step !== undefined && (row || key.length === 1)) {
    const id = move(list, row, step);
    const from = row?.dataset.item;
    if (id && from && shiftKey) actions.onExtend(from, id);
    return true;
  }
  if (key === 'Escape') {
    actions.onClear();
    return true;
  }
  const id = row?.dataset.item;
  if (!row || !id) return false;
  if (key === 'Enter' && target instanceof Element && target.matches(rowParts.checkbox)) {
    actions.onAdd(id);
    return true;
  }
  if (shiftKey) return false;
  if (key === 's') actions.onSkip(id);
  else if (key === 'e') row.querySelector<HTMLElement>(rowParts.title)?.click();
  else if (key === 'p') openSelect(row.querySelector<HTMLSelectElement>(rowParts.platform));
  else return false;
  return true;
}

const steps: Partial<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** Focuses the checkbox of the next or previous row, and returns the row's id. */
function move(list: HTMLElement, row: HTMLElement | null, step: number): string | undefined {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-item]')];
  const next = row ? rows[rows.indexOf(row) + step] : rows[0];
  next?.querySelector<HTMLElement>(rowParts.checkbox)?.focus();
  return next?.dataset.item;
}

function openSelect(select: HTMLSelectElement | null): void {
  select?.focus();
  // Not in every browser; there, the focused field is opened by Space.
  select?.showPicker?.();
}
