// The keys of the table. It is a single Tab stop: the arrow keys move between rows, and Tab goes through the current row.
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { adminGamePath } from '#lib/paths.ts';
import { type GridShape, indexAfter } from '../catalogue/grid/grid-keys.ts';
import type { Selection } from './use-selection.ts';
import type { TableView } from './use-table-view.ts';

interface TableKeysOptions {
  view: TableView;
  shape: GridShape;
  selection: Selection;
  idAt(index: number): string | undefined;
}

export function useTableKeys({ view, shape, selection, idAt }: TableKeysOptions) {
  const navigate = useNavigate();
  const [focused, setFocused] = useState<number>();
  const active = focused !== undefined && focused < shape.count ? focused : undefined;

  function moveTo(index: number): void {
    flushSync(() => setFocused(index));
    view.scroller.reveal(index, 'nearest');
    view.body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const row = rowOf(event.target);
    if (!row || event.defaultPrevented) return;
    const index = Number(row.dataset.index);
    if (act(event, index, event.target === row)) event.preventDefault();
  }

  /** Returns whether the key does anything here. */
  function act(event: KeyboardEvent, index: number, isRow: boolean): boolean {
    const { key, shiftKey } = event;
    if (event.altKey) return false;
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'a') return false;
      selection.selectAll();
      return true;
    }
    const next = key === 'ArrowLeft' || key === 'ArrowRight' ? undefined : indexAfter(key, index, shape);
    if (next !== undefined) {
      if (shiftKey) selection.extendTo(next, index);
      moveTo(next);
      return true;
    }
    if (key === 'Escape' && selection.ids.length > 0) {
      selection.clear();
      return true;
    }
    const id = idAt(index);
    if (!isRow || id === undefined) return false;
    if (key === ' ') {
      if (shiftKey) selection.extendTo(index);
      else selection.toggle(index, id);
      return true;
    }
    if (key !== 'Enter') return false;
    void navigate(adminGamePath(id), { state: { isFromList: true } });
    return true;
  }

  return {
    /** The row that last had the focus. It stays mounted when it is scrolled out of view. */
    active,
    onKeyDown: handleKeyDown,
    onFocus: (event: { target: EventTarget }) => {
      const row = rowOf(event.target);
      if (row) setFocused(Number(row.dataset.index));
    },
  };
}

export function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
}
