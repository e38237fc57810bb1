import type { LibraryItem } from '@cellar/contract/folders/folders.ts';
import { describe, expect, it } from 'vitest';
import { inPlace } from './review-list.tsx';

const items = (...ids: string[]) => ids.map((id) => ({ id }) as LibraryItem);
const idsOf = (rows: readonly LibraryItem[]) => rows.map(({ id }) => id).join(' ');

describe('inPlace', () => {
  const before = items('a', 'b', 'c');

  it('keeps the order in which the rows were shown', () => {
    expect(idsOf(inPlace(before, items('b', 'c', 'a'), new Set(['a'])))).toBe('a b c');
  });

  it('drops what left the list, and adds what came into it at the end', () => {
    expect(idsOf(inPlace(before, items('d', 'c', 'a'), new Set()))).toBe('a c d');
  });

  it('keeps a renamed row that is now on another page', () => {
    expect(idsOf(inPlace(before, items('a', 'c', 'd'), new Set(['b'])))).toBe('a b c d');
  });

  it('shows the latest values', () => {
    const [latest] = inPlace(before, [{ id: 'a', title: 'New' } as LibraryItem], new Set());
    expect(latest?.title).toBe('New');
  });
});
