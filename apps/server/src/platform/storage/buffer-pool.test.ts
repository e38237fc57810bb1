import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBufferPool } from './buffer-pool.ts';

const sizes = [{ size: 1024, limit: 4 }, { size: 256, limit: 8 }, { size: 64 }];

describe('createBufferPool', () => {
  it('lends the buffer that was returned last', () => {
    const pool = createBufferPool(sizes);
    const [first, second] = [pool.acquire(1024), pool.acquire(1024)];
    pool.release(second);
    pool.release(first);
    expect(pool.acquire(1024)).toBe(first);
    expect(pool.acquire(1024)).toBe(second);
  });

  it('lends smaller buffers when all large ones are lent, and never lends a buffer twice', () => {
    const pool = createBufferPool(sizes);
    const taken = Array.from({ length: 500 }, () => pool.acquire(1024));
    expect(new Set(taken).size).toBe(500);
    const count = (size: number) => taken.filter(({ length }) => length === size).length;
    expect([count(1024), count(256), count(64)]).toEqual([4, 8, 488]);
  });

  it('keeps no more buffers than its limits after all are returned', () => {
    const pool = createBufferPool(sizes);
    const taken = Array.from({ length: 500 }, () => pool.acquire(1024));
    for (const buffer of taken) pool.release(buffer);
    expect(pool.totalBytes()).toBe(4 * 1024 + 8 * 256 + 64 * 64);
  });

  it('allocates nothing while a buffer of the size is idle', () => {
    const pool = createBufferPool(sizes);
    for (let i = 0; i < 1000; i += 1) pool.release(pool.acquire(1024));
    expect(pool.totalBytes()).toBe(1024);
  });

  it('lends a buffer no larger than requested, or one of the smallest size', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2000), fc.boolean())), (steps) => {
        const pool = createBufferPool(sizes);
        const out: Buffer[] = [];
        for (const [wanted, give] of steps) {
          const buffer = pool.acquire(wanted);
          expect(out).not.toContain(buffer);
          expect(buffer.length).toBeLessThanOrEqual(Math.max(64, wanted));
          if (give) pool.release(buffer);
          else out.push(buffer);
        }
      }),
    );
  });
});
