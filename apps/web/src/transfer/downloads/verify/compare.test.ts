import { expect, it } from 'vitest';
import { compare, type ExpectedFile, expectedFile, isIdentical, rangeOf } from './compare.ts';

const hex = (byte: number) => byte.toString(16).padStart(2, '0').repeat(32);
const [a, b, c, d] = [hex(1), hex(2), hex(3), hex(255)];

/** Three pieces of 10 bytes and one of 5. */
const file: ExpectedFile = {
  name: 'Game.zip',
  size: 35,
  sha256: hex(9),
  pieceLength: 10,
  digests: [a, b, c, d],
};

it('reads the digests of the server', () => {
  const digests = Buffer.from(file.digests.join(''), 'hex').toString('base64');
  const answer = { fileName: 'Game.zip', fileSize: 35, sha256: hex(9), pieces: { length: 10, digests } };
  expect(expectedFile(answer)).toEqual(file);
  expect(expectedFile({ ...answer, pieces: null })).toBeUndefined();
  expect(expectedFile({ ...answer, sha256: null, pieces: null })).toBeUndefined();
  expect(rangeOf(file, 3)).toEqual({ start: 30, end: 35 });
});

it('finds an identical file', () => {
  const comparison = compare(file, 35, file.digests);
  expect(comparison).toEqual({
    ...{ wrong: [], ranges: [], wrongBytes: 0, missingBytes: 0, surplusBytes: 0, isOther: false },
  });
  expect(isIdentical(comparison)).toBe(true);
  expect(isIdentical(compare({ ...file, size: 0, digests: [] }, 0, []))).toBe(true);
});

it.each([
  ['one piece', 35, [a, d, c, d], { wrong: [1], ranges: [{ start: 10, end: 20 }], wrongBytes: 10 }],
  ['neighbors', 35, [d, d, c, d], { wrong: [0, 1], ranges: [{ start: 0, end: 20 }], wrongBytes: 20 }],
  [
    ...['two places', 35, [d, b, c, a]],
    {
      wrong: [0, 3],
      ranges: [
        { start: 0, end: 10 },
        { start: 30, end: 35 },
      ],
      wrongBytes: 15,
    },
  ],
  [
    ...['a file that ends early', 12, [a, d]],
    { wrong: [1, 2, 3], ranges: [{ start: 10, end: 35 }], wrongBytes: 25, missingBytes: 23 },
  ],
  ['a file with more at its end', 40, [a, b, c, d], { wrong: [], wrongBytes: 0, surplusBytes: 5 }],
  ['another file', 35, [d, d, d, a], { isOther: true }],
  ['an empty file', 0, [], { isOther: true, missingBytes: 35 }],
] as [string, number, string[], object][])('finds %s', (_, size, found, expected) => {
  const comparison = compare(file, size, found);
  expect(comparison).toMatchObject(expected);
  expect(isIdentical(comparison)).toBe(false);
});
