import { describe, expect, it } from 'vitest';
import { ProxyCuts, smallerChunkSize } from './proxy-cuts.ts';

const MB = 1024 ** 2;

describe('smaller chunks', () => {
  it('reach the default limit of nginx from every size, and end there', () => {
    const sizesFrom = (size: number | undefined, file = 100 * 1024 * MB): number[] =>
      size === undefined ? [] : [size, ...sizesFrom(smallerChunkSize(size, file), file)];
    expect(sizesFrom(100 * MB)).toEqual([100 * MB, 25 * MB, 6.25 * MB, 1.5625 * MB, 400 * 1024, 256 * 1024]);
    expect(sizesFrom(10 * MB).at(-1)).toBe(256 * 1024);
  });

  it('are smaller than a file that was sent in one chunk', () => {
    expect(smallerChunkSize(10 * MB, 2 * MB)).toBe(MB / 2);
    expect(smallerChunkSize(10 * MB, 200 * 1024)).toBeUndefined();
  });
});

describe('requests that end at the same age', () => {
  it('are recognized, whatever happened between them', () => {
    const cuts = new ProxyCuts();
    expect(cuts.add({ begunAt: 0, endedAt: 60_000 })).toBe(false);
    expect(cuts.add({ begunAt: 65_000, endedAt: 80_000 })).toBe(false);
    expect(cuts.add({ begunAt: 85_000, endedAt: 145_300 })).toBe(true);
  });

  it.each([
    ['end at once, because nothing listens', [0, 20], [5000, 5020]],
    ['end at different ages, because the line is bad', [0, 9000], [10_000, 14_000]],
  ])('not those that %s', (_, first, second) => {
    const cuts = new ProxyCuts();
    const [a, b] = [first, second].map(([begunAt = 0, endedAt = 0]) => cuts.add({ begunAt, endedAt }));
    expect([a, b]).toEqual([false, false]);
  });
});
