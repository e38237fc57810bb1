import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_RANGES, parseRange } from './file-answer.ts';

const SIZE = 1000;

function rangesOf(header: string, size = SIZE): [number, number][] {
  const result = parseRange(header, size);
  if (result.kind !== 'ranges') throw new Error(`${header} gave ${result.kind}`);
  return result.ranges.map(({ start, end }) => [start, end]);
}

describe('parseRange: one range', () => {
  it.each<[string, number, number]>([
    ['bytes=0-0', 0, 0],
    ['bytes=0-499', 0, 499],
    ['bytes=500-', 500, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-500', 500, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=999-999', 999, 999],
    ['bytes=0-1000', 0, 999],
    ['bytes=0-99999999999999999999999999', 0, 999],
    ['bytes=-99999999999999999999999999', 0, 999],
    [`bytes=0-${'9'.repeat(400)}`, 0, 999],
    ['bytes=007-0008', 7, 8],
    ['BYTES=1-2', 1, 2],
    ['bytes=1-2 ', 1, 2],
    ['bytes=,1-2', 1, 2],
    ['bytes=1-2,', 1, 2],
    ['bytes=1-2 ,\t, ', 1, 2],
  ])('%s is bytes %i to %i of 1000', (header, start, end) => {
    expect(rangesOf(header)).toEqual([[start, end]]);
  });
});

describe('parseRange: whole file', () => {
  it.each([undefined, '', 'items=0-5', 'bytes', 'bytes 0-5', 'bytes =0-5', '0-5', 'seconds=1-', 'byte=0-1'])(
    'ignores %s, which has no known unit',
    (header) => {
      expect(parseRange(header, SIZE)).toEqual({ kind: 'none' });
    },
  );

  it('answers a suffix range of an empty file with the empty file', () => {
    expect(parseRange('bytes=-5', 0)).toEqual({ kind: 'none' });
  });
});

describe('parseRange: refused ranges', () => {
  it.each([
    'bytes=',
    'bytes=,',
    'bytes= ',
    'bytes=-',
    'bytes=--5',
    'bytes=-0',
    'bytes=5-2',
    'bytes=1000-',
    'bytes=1000-2000',
    'bytes=9007199254740993-',
    'bytes=99999999999999999999-99999999999999999999',
    'bytes=1x-5',
    'bytes=1-5x',
    'bytes=0x1-5',
    'bytes=1e2-300',
    'bytes=+1-5',
    'bytes=1.0-5',
    'bytes=1',
    'bytes=1-2-3',
    'bytes=1 -2',
    'bytes=1- 2',
    'bytes= 0-5',
    'bytes=0-5;6-7',
    'bytes=0-5 6-7',
    'bytes=0-5, bytes=6-7',
    'bytes=0-5,x',
    'bytes=0-5,9-7',
    'bytes=bytes=0-5',
    'bytes=٠-٥',
    'bytes=0-5\u00a0',
    'bytes=0-5\n6-7',
    'bytes=NaN-Infinity',
  ])('%j', (header) => {
    expect(parseRange(header, SIZE)).toEqual({ kind: 'unsatisfiable' });
  });

  it('refuses any position in an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' });
    expect(parseRange('bytes=0-0', 0)).toEqual({ kind: 'unsatisfiable' });
  });

  it(`refuses more than ${MAX_RANGES} ranges`, () => {
    const header = (count: number) => `bytes=${Array.from({ length: count }, (_, i) => `${i * 3}-${i * 3}`)}`;
    expect(rangesOf(header(MAX_RANGES))).toHaveLength(MAX_RANGES);
    expect(parseRange(header(MAX_RANGES + 1), SIZE)).toEqual({ kind: 'unsatisfiable' });
  });
});

describe('parseRange: several ranges', () => {
  it('keeps the order of the request', () => {
    expect(rangesOf('bytes=500-600, 0-9')).toEqual([
      [500, 600],
      [0, 9],
    ]);
  });

  it('omits ranges beyond the end', () => {
    expect(rangesOf('bytes=2000-3000,0-9,-0')).toEqual([[0, 9]]);
  });

  it.each<[string, [number, number][]]>([
    ['bytes=0-9,5-19', [[0, 19]]],
    ['bytes=0-9,10-19', [[0, 19]]],
    ['bytes=0-9,11-19', [[0, 9], [11, 19]]], // biome-ignore format: a table
    ['bytes=0-9,20-29,10-19', [[0, 29]]],
    ['bytes=0-,0-,0-,0-', [[0, 999]]],
    ['bytes=-5,100-109,105-200', [[995, 999], [100, 200]]], // biome-ignore format: a table
  ])('joins overlapping and adjacent ranges: %s', (header, expected) => {
    expect(rangesOf(header)).toEqual(expected);
  });
});

describe('parseRange: properties', () => {
  const spec = fc.oneof(
    fc.tuple(fc.nat(300), fc.nat(300)).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    fc.nat(300).map((a) => `${a}-`),
    fc.nat(300).map((a) => `-${a}`),
  );

  it('covers exactly the requested bytes that exist, each once', () => {
    fc.assert(
      fc.property(fc.array(spec, { minLength: 1, maxLength: MAX_RANGES }), fc.nat(250), (specs, size) => {
        const wanted = new Set<number>();
        for (const one of specs) for (const byte of bytesOf(one, size)) wanted.add(byte);
        const result = parseRange(`bytes=${specs.join(', ')}`, size);
        const got = result.kind === 'ranges' ? result.ranges.flatMap(bytesBetween) : [];
        expect(got.length).toBe(new Set(got).size);
        expect(new Set(got)).toEqual(wanted);
        expect(result.kind === 'ranges').toBe(wanted.size > 0);
      }),
    );
  });

  it('answers any text with ranges inside the file, or none', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9,\- x]*$/));
    fc.assert(
      fc.property(text, fc.nat(), (rest, size) => {
        const result = parseRange(`bytes=${rest}`, size);
        if (result.kind !== 'ranges') return;
        for (const { start, end } of result.ranges) {
          expect(start >= 0 && start <= end && end < size).toBe(true);
        }
      }),
    );
  });

  function bytesOf(one: string, size: number): number[] {
    const [first = '', last = ''] = one.split('-');
    const all = Array.from({ length: size }, (_, i) => i);
    if (first === '') return Number(last) === 0 ? [] : all.slice(-Number(last));
    return all.slice(Number(first), last === '' ? undefined : Number(last) + 1);
  }

  function bytesBetween({ start, end }: { start: number; end: number }): number[] {
    return Array.from({ length: end - start + 1 }, (_, i) => start + i);
  }
});
