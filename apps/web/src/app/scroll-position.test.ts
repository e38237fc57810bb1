import { expect, it } from 'vitest';
import { keepPosition } from './scroll-position.ts';

it('keeps the scroll positions of the last hundred entries', () => {
  const positions: Record<string, number> = {};
  for (let entry = 0; entry < 250; entry += 1) {
    for (const top of [1, entry]) keepPosition(positions, `entry ${entry}`, top);
  }
  const kept = Array.from({ length: 100 }, (_, at) => [`entry ${at + 150}`, at + 150]);
  expect(Object.entries(positions)).toEqual(kept);
});
