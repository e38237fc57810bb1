import { expect, it } from 'vitest';
import { isWithin } from './download-limits.ts';

it.each([
  ['18:00', '23:00', ['18:00', '22:59'], ['17:59', '23:00', '00:00']],
  ['22:00', '06:00', ['22:00', '23:59', '00:00', '05:59'], ['21:59', '06:00', '12:00']],
  ['00:00', '12:00', ['00:00', '11:59'], ['12:00', '23:59']],
])('the hours from %s to %s include %j, but not %j', (from, to, inside, outside) => {
  for (const time of inside) expect(isWithin({ from, to }, time), time).toBe(true);
  for (const time of outside) expect(isWithin({ from, to }, time), time).toBe(false);
});
