import { describe, expect, it } from 'vitest';
import { coverSizes, layoutOf } from './grid-layout.ts';

const columns = (width: number, rem = 16) =>
  coverSizes.map((size) => layoutOf(width, rem, size).columns).join(' ');

describe('layoutOf', () => {
  it('puts four to one cover in a row on a phone', () => {
    // The grid's width in windows of 320, 390 and 430 pixels, and of 390 pixels with the letter strip.
    expect(columns(288)).toBe('3 2 2 1 1');
    expect(columns(358)).toBe('4 3 2 1 1');
    expect(columns(398)).toBe('4 3 2 1 1');
    expect(columns(334)).toBe('4 3 2 1 1');
  });

  it('puts more covers in a row on a laptop and on a wide screen', () => {
    expect(columns(1302)).toBe('10 8 6 4 3');
    expect(columns(1408)).toBe('11 9 7 4 3');
  });

  it('fills a wide window', () => {
    expect(columns(2496)).toBe('19 16 12 8 6');
  });

  it('puts one game in a row of the list', () => {
    expect(layoutOf(1302, 16, 'list')).toMatchObject({ columns: 1, cardWidth: 1302, rowHeight: 68 });
  });

  it('puts fewer covers in a row if the font is large', () => {
    expect(columns(1302, 32)).toBe('5 4 3 2 1');
  });

  it('puts more covers in a row where they would be too tall', () => {
    const { columns, cardWidth, rowHeight } = layoutOf(1302, 16, 'huge', 500);
    expect(columns).toBe(5);
    expect(cardWidth * 1.5).toBeLessThan(500);
    expect(rowHeight).toBeLessThan(525);
    expect(layoutOf(1302, 16, 'medium', 500)).toEqual(layoutOf(1302, 16, 'medium'));
    expect(layoutOf(1302, 16, 'medium', 0).columns, 'not smaller than tiny ones').toBe(11);
  });

  it('fills the width exactly, and leaves room for cover and title', () => {
    for (const width of [288, 358, 1302, 1408]) {
      const { columns, cardWidth, columnStep, rowHeight } = layoutOf(width, 16, 'medium');
      expect(cardWidth + columnStep * (columns - 1)).toBeCloseTo(width, 6);
      expect(rowHeight).toBeGreaterThan(cardWidth * 1.5 + 50);
    }
  });
});
