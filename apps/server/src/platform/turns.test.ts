import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

describe('createTurns', () => {
  it('lets the given number proceed at once, and the others in order', async () => {
    const turns = createTurns(2);
    const order: number[] = [];
    let [atOnce, most] = [0, 0];
    await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        await turns.take();
        order.push(i);
        atOnce += 1;
        most = Math.max(most, atOnce);
        await new Promise(setImmediate);
        atOnce -= 1;
        turns.give();
      }),
    );
    expect(most).toBe(2);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });
});
