import { describe, expect, it } from 'vitest';
import { layoutOf } from './grid-layout.ts';

const columns = (width: number, rem = 16) =>
  (['small', 'medium', 'large'] as const).map((size) => layoutOf(width, rem, size).columns).join(' ');

describe('layoutOf', () => {
  it('puts two or three covers in a row on a phone', () => {
    // The grid's width in windows of 320, 390, 430 and 500 pixels, and of 390 pixels with the letter strip.
    const columnsOf = (width: number) => layoutOf(width, 16, 'phone').columns;
    expect([288, 358, 398, 468, 334].map(columnsOf)).toEqual([2, 2, 2, 3, 2]);
  });

  it('puts more covers in a row on a laptop and on a wide screen', () => {
    expect(columns(1302)).toBe('8 6 4');
    expect(columns(1408)).toBe('9 7 4');
  });

  it('fills a wide window', () => {
    expect(columns(2496)).toBe('16 12 8');
  });

  it('puts one game in a row of the list', () => {
    expect(layoutOf(1302, 16, 'list')).toMatchObject({ columns: 1, cardWidth: 1302, rowHeight: 68 });
  });

  it('puts fewer covers in a row if the font is large', () => {
    expect(columns(1302, 32)).toBe('4 3 2');
  });

  it('puts more covers in a row where they would be too tall', () => {
    const { columns, cardWidth, rowHeight } = layoutOf(1302, 16, 'large', 400);
    expect(columns).toBe(6);
    expect(cardWidth * 1.5).toBeLessThan(400);
    expect(rowHeight).toBeLessThan(425);
    expect(layoutOf(1302, 16, 'medium', 500)).toEqual(layoutOf(1302, 16, 'medium'));
    expect(layoutOf(1302, 16, 'medium', 0).columns, 'not ever smaller').toBe(11);
  });

  it('fills the width exactly, and leaves room for cover and title', () => {
    for (const width of [288, 358, 1302, 1408]) {
      const { columns, cardWidth, columnStep, rowHeight } = layoutOf(width, 16, 'medium');
      expect(cardWidth + columnStep * (columns - 1)).toBeCloseTo(width, 6);
      expect(rowHeight).toBeGreaterThan(cardWidth * 1.5 + 50);
    }
  });
});
