import { expect, it } from 'vitest';
import { amountOf, amountText, GB, MB } from './amounts.ts';

it.each([
  [50 * GB, GB, '50'],
  [1.5 * MB, MB, '1.5'],
  [65_536, MB, '0.0625'],
  [7, 1, '7'],
  [null, GB, ''],
])('%d in units of %d is shown as %j, and read again', (amount, unit, text) => {
  expect(amountText(amount, unit)).toBe(text);
  expect(amountOf(text, unit)).toBe(amount);
});

it('a text with many decimals is rounded to whole bytes', () => {
  expect(amountOf('0.3333333', MB)).toBe(349_525);
  expect(amountOf(' ', MB)).toBeNull();
});
