import { describe, expect, it } from 'vitest';
import { indexAfter } from './grid-layout.ts';

const shape = { columns: 5, count: 23, rowsInView: 2 };
const after = (key: string, index: number) => indexAfter(key, index, shape);

describe('indexAfter', () => {
  it('moves by one game and by one row', () => {
    expect(after('ArrowRight', 6)).toBe(7);
    expect(after('ArrowLeft', 6)).toBe(5);
    expect(after('ArrowDown', 6)).toBe(11);
    expect(after('ArrowUp', 6)).toBe(1);
  });

  it('moves by one window height and to both ends', () => {
    expect(after('PageDown', 6)).toBe(16);
    expect(after('PageUp', 16)).toBe(6);
    expect(after('Home', 16)).toBe(0);
    expect(after('End', 6)).toBe(22);
  });

  it('stays within the list', () => {
    expect(after('ArrowLeft', 0)).toBe(0);
    expect(after('ArrowRight', 22)).toBe(22);
    expect(after('ArrowUp', 3)).toBe(3);
    expect(after('ArrowDown', 21)).toBe(21);
    expect(after('PageUp', 6)).toBe(0);
    expect(after('PageDown', 16)).toBe(22);
  });

  it('goes to the last game if the row below is shorter', () => {
    expect(after('ArrowDown', 19)).toBe(22);
  });

  it('ignores all other keys', () => {
    expect(after('Enter', 3)).toBeUndefined();
    expect(after('toString', 3)).toBeUndefined();
  });
});
