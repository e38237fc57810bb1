import { expect, it } from 'vitest';
import { amountOf, amountText, formatAmount, GB, MB } from './amounts.ts';

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

it('a text that is no number, or no whole one where that is needed, is not an amount', () => {
  expect(amountOf('1e', GB)).toBeNaN();
  expect(amountOf('1.5', 1)).toBeNaN();
  expect(amountText(Number.NaN, GB)).toBe('');
});

it.each([
  [0.5 * GB, GB, 'en', '0.5 GB'],
  [2048 * GB, GB, 'fr', '2 048 Go'],
  [400 * 1024, GB, 'en', '400 KB'],
  [0.5 * MB, MB, 'de', '0,5 MB'],
  [1200, 1, 'en', '1,200'],
])('%d in units of %d is written in %s as %j', (amount, unit, language, text) => {
  expect(formatAmount(amount, unit, language).replaceAll(/\s/g, ' ')).toBe(text);
});
