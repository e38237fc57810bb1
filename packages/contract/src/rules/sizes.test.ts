import { describe, expect, it } from 'vitest';
import { chunkCount, chunkSizeFor, formatBytes, formatEta } from './sizes.ts';

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;
const TB = 1024 * GB;
const noLimit = Number.MAX_SAFE_INTEGER;

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [1, '1 B'],
    [125.73, '126 B'],
    [1023, '1023 B'],
    [1023.6, '1 KB'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1740, '1.7 KB'],
    [MB - 1, '1 MB'],
    [MB, '1 MB'],
    [1.25 * MB, '1.25 MB'],
    [999.999 * MB, '1000 MB'],
    [GB, '1 GB'],
    [TB, '1 TB'],
    [5000 * TB, '5000 TB'],
    [-5, '0 B'],
    [Number.NaN, '0 B'],
    [Number.POSITIVE_INFINITY, '0 B'],
  ])('%d is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('never shows 1024 of a unit or more than two decimals', () => {
    for (let bytes = 1; bytes < 3 * TB; bytes = Math.ceil(bytes * 1.07)) {
      expect(formatBytes(bytes)).toMatch(/^\d{1,4}(\.\d{1,2})? [KMGT]?B$/);
      expect(formatBytes(bytes)).not.toMatch(/^1024/);
    }
  });
});

describe('formatEta', () => {
  it.each([
    [0, '0s'],
    [0.2, '1s'],
    [59, '59s'],
    [60, '1m'],
    [61, '2m'],
    [3540, '59m'],
    [3599, '1h'],
    [3600, '1h'],
    [3601, '1h 1m'],
    [35_940, '9h 59m'],
    [36_000, '10h'],
    [36_001, '11h'],
    [360_000, '100h'],
    [undefined, ''],
    [-1, ''],
    [Number.NaN, ''],
    [Number.POSITIVE_INFINITY, ''],
  ])('%s seconds are %j', (seconds, text) => {
    expect(formatEta(seconds)).toBe(text);
  });
});

describe('chunkSizeFor', () => {
  it.each([
    [0, 10 * MB],
    [1, 10 * MB],
    [GB, 10 * MB],
    [GB + 1, 25 * MB],
    [2 * GB, 25 * MB],
    [2 * GB + 1, 50 * MB],
    [5 * GB, 50 * MB],
    [5 * GB + 1, 100 * MB],
    [TB, 100 * MB],
  ])('for a file of %d bytes is %d', (fileSize, chunkSize) => {
    expect(chunkSizeFor(fileSize, noLimit)).toBe(chunkSize);
  });

  it('never exceeds the server’s limit', () => {
    expect(chunkSizeFor(10 * GB, 30 * MB)).toBe(30 * MB);
    expect(chunkSizeFor(MB, 30 * MB)).toBe(10 * MB);
  });
});

describe('chunkCount', () => {
  it.each([
    [0, 10, 1],
    [1, 10, 1],
    [10, 10, 1],
    [11, 10, 2],
    [100, 10, 10],
  ])('for %d bytes in chunks of %d is %d', (fileSize, chunkSize, count) => {
    expect(chunkCount(fileSize, chunkSize)).toBe(count);
  });
});
