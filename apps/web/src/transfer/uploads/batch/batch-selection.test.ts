import { expect, it } from 'vitest';
import { nothingSelected, select, selectAll } from './batch-list.tsx';

const shown = [5, 3, 9, 7, 1];
const keys = ({ keys }: { keys: ReadonlySet<number> }) => [...keys].sort();
const click = (key: number, isOn = true, isRange = false) => ({ key, isOn, isRange });

it('selects and deselects single files', () => {
  const two = select(select(nothingSelected, shown, click(3)), shown, click(7));
  expect(keys(two)).toEqual([3, 7]);
  expect(keys(select(two, shown, click(3, false)))).toEqual([7]);
});

it.each([
  ['down', 3, 7, [3, 7, 9]],
  ['up', 7, 3, [3, 7, 9]],
  ['of one', 3, 3, [3]],
])('selects a range %s, in the order shown', (_, from, to, expected) => {
  const first = select(nothingSelected, shown, click(from));
  expect(keys(select(first, shown, click(to, true, true)))).toEqual(expected);
});

it('begins a range at the clicked file if the last one is no longer shown', () => {
  expect(keys(select(nothingSelected, shown, click(9, true, true)))).toEqual([9]);
  const first = select(nothingSelected, shown, click(3));
  expect(keys(select(first, [9, 7, 1], click(7, true, true)))).toEqual([3, 7]);
});

it('selects and deselects all files shown, and no others', () => {
  const all = selectAll(select(nothingSelected, shown, click(3)), [9, 7], true);
  expect(keys(all)).toEqual([3, 7, 9]);
  expect(keys(selectAll(all, [9, 7], false))).toEqual([3]);
});
