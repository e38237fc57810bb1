import { expect, it } from 'vitest';
import { mountedRows } from './use-table-rows.ts';

const rows = (input: Partial<Parameters<typeof mountedRows>[0]>) =>
  mountedRows({ firstRow: 0, lastRow: 9, count: 500, active: undefined, ...input });

it('mounts the visible rows and a few more on both sides', () => {
  expect([rows({})[0], rows({}).at(-1)]).toEqual([0, 17]);
  const middle = rows({ firstRow: 100, lastRow: 110 });
  expect([middle[0], middle.at(-1)]).toEqual([92, 118]);
  expect(rows({ firstRow: 490, lastRow: 499 }).at(-1)).toBe(499);
});

it('mounts no row that does not exist', () => {
  expect(rows({ count: 3 })).toEqual([0, 1, 2]);
  expect(rows({ count: 0, lastRow: 0 })).toEqual([]);
});

it.each([
  [0, 0, 92],
  [100, 92, 118],
  [400, 92, 400],
])('keeps the focused row %i mounted', (active, first, last) => {
  const indices = rows({ firstRow: 100, lastRow: 110, active });
  expect(indices).toContain(active);
  expect([indices[0], active < 92 ? indices[1] : indices.at(-1)]).toEqual([first, last]);
});
