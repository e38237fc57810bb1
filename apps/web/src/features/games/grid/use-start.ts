// Where a list begins: whoever comes back to it goes on where he was. Used by the catalogue.
import { useState } from 'react';
import { keptPosition, type Position } from './kept-position.ts';

/** Decided when the list is first shown; what is kept of it afterwards is for the next time. */
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
