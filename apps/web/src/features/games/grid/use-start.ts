// Where a list starts: on a return, at the position where the user left it.
import { useState } from 'react';
import { keptPosition, type Position } from './kept-position.ts';

/** Read when the list is first shown; positions kept later are for the next return. */
export function useStart(list: string, isReturn: boolean): Position | undefined {
  const [begun, setBegun] = useState(() => startOf(list, isReturn));
  if (begun.list === list) return begun.start;
  const next = startOf(list, isReturn);
  setBegun(next);
  return next.start;
}

function startOf(list: string, isReturn: boolean) {
  return { list, start: isReturn ? keptPosition(list) : undefined };
}
