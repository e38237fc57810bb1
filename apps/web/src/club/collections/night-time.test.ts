import { expect, it } from 'vitest';
import { fieldValueOf, timeOfField } from './night-time.ts';

it('a field shows a time in the zone of its reader', () => {
  const time = '2026-12-05T18:30:00.000Z';
  expect(fieldValueOf(time)).toMatch(/^2026-12-0[456]T\d\d:\d\d$/);
  expect(timeOfField(fieldValueOf(time))).toBe(time);
});

it.each(['', '2026-12-05T', 'soon'])('%j is no time', (value) => {
  expect(timeOfField(value)).toBeUndefined();
});
