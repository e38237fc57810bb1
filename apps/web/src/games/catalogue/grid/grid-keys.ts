// Keyboard navigation in the grid.
export interface GridShape {
  columns: number;
  count: number;
  /** The number of rows that fit into the window. */
  rowsInView: number;
}

const steps: Record<string, (shape: GridShape) => number> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: ({ columns }) => -columns,
  ArrowDown: ({ columns }) => columns,
  PageUp: ({ columns, rowsInView }) => -columns * rowsInView,
  PageDown: ({ columns, rowsInView }) => columns * rowsInView,
  Home: ({ count }) => -count,
  End: ({ count }) => count,
};

/** Returns the index after a key press, or undefined if the key does not move. At an edge the index does not change. */
export function indexAfter(key: string, index: number, shape: GridShape): number | undefined {
  const step = Object.hasOwn(steps, key) ? steps[key]?.(shape) : undefined;
  if (step === undefined) return undefined;
  const target = index + step;
  if (key === 'ArrowUp' && target < 0) return index;
  const last = shape.count - 1;
  // The last row may be shorter than the one above.
  if (key === 'ArrowDown' && target > last) return isInLastRow(index, shape) ? index : last;
  return Math.min(last, Math.max(0, target));
}

function isInLastRow(index: number, { columns, count }: GridShape): boolean {
  return Math.floor(index / columns) === Math.floor((count - 1) / columns);
}
