import { describe, expect, it } from 'vitest';
import { itemFilterOf, readReviewFilter } from './review-filters.tsx';

const read = (query: string) => readReviewFilter(new URLSearchParams(query));

describe('readReviewFilter', () => {
  it('shows the items to review by default', () => {
    expect(itemFilterOf(read(''))).toEqual({
      folder: '',
      state: 'found',
      search: '',
      platform: '',
      show: '',
    });
  });

  it('reads every part of the address', () => {
    const filter = read('page=3&folder=f&state=skipped&search=doom+2&platform=Linux&show=missing');
    expect(filter.page).toBe(3);
    expect(itemFilterOf(filter)).toEqual({
      ...{ folder: 'f', state: 'skipped', search: 'doom 2', platform: 'Linux', show: 'missing' },
    });
  });

  it('ignores invalid values', () => {
    expect(read('page=-1&state=eaten&show=all')).toMatchObject({ page: 1, state: undefined, show: '' });
  });
});
