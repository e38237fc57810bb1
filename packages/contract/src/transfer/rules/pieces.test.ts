import { expect, it } from 'vitest';
import { pieceCount, pieceLengthFor } from '../downloads.endpoints.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

it.each([
  [0, MB, 0],
  [1, MB, 1],
  [MB, MB, 1],
  [MB + 1, MB, 2],
  [GB, MB, 1024],
  [GB + 1, 2 * MB, 513],
  [5 * GB, 8 * MB, 640],
  [64 * GB, 64 * MB, 1024],
  [75e9, 64 * MB, 1118],
  [1024 * GB, 64 * MB, 16_384],
])('a file of %s bytes has pieces of %s bytes: %s', (fileSize, length, count) => {
  expect(pieceLengthFor(fileSize)).toBe(length);
  expect(pieceCount(fileSize, length)).toBe(count);
});
