import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBufferPool } from './buffer-pool.ts';

const limits = { smallest: 64, largest: 1024, budget: 32 * 1024, keep: 4 * 1024 };

describe('createBufferPool', () => {
  it('lends the buffer given back last', () => {
    const pool = createBufferPool(limits);
    const [first, second] = [pool.take(1024), pool.take(1024)];
    pool.give(second);
    pool.give(first);
    expect(pool.take(1024)).toBe(first);
    expect(pool.take(1024)).toBe(second);
  });

  it('never lends one buffer to two takers, and shrinks as more is lent', () => {
    const pool = createBufferPool(limits);
    const taken = Array.from({ length: 500 }, () => pool.take(1024));
    expect(new Set(taken).size).toBe(500);
    expect(taken[0]?.length).toBe(1024);
    expect(taken.at(-1)?.length).toBe(64);
    expect(pool.lentBytes()).toBeLessThan(limits.budget + 500 * 64);
    for (const buffer of taken) pool.give(buffer);
    expect(pool.lentBytes()).toBe(0);
  });

  it('gives sizes between the smallest and the wanted', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2000), fc.boolean())), (steps) => {
        const pool = createBufferPool(limits);
        const out: Buffer[] = [];
        for (const [wanted, give] of steps) {
          const buffer = pool.take(wanted);
          expect(out).not.toContain(buffer);
          expect(buffer.length).toBeGreaterThanOrEqual(limits.smallest);
          expect(buffer.length).toBeLessThanOrEqual(
            Math.max(limits.smallest, Math.min(wanted, limits.largest)),
          );
          if (give) pool.give(buffer);
          else out.push(buffer);
        }
      }),
    );
  });
});
