import { describe, expect, it } from 'vitest';
import { withParams } from '#lib/url-filter.ts';
import { readUsersFilter } from './users.tsx';

const read = (query: string) => readUsersFilter(new URLSearchParams(query));
const changed = (query: string, change: Parameters<typeof withParams>[1]) =>
  withParams(new URLSearchParams(query), { page: 1, ...change }).toString();

describe('the filter in the URL', () => {
  it('is empty on page 1 without parameters', () => {
    expect(read('tab=users')).toEqual({ page: 1, search: '', state: undefined });
  });

  it('reads back what it has written', () => {
    const query = changed('tab=users', { search: 'ada', state: 'pending' });
    expect(query).toBe('tab=users&search=ada&state=pending');
    expect(read(changed(query, { page: 3 }))).toEqual({ page: 3, search: 'ada', state: 'pending' });
  });

  it('ignores invalid pages and states', () => {
    expect(read('page=-2&state=owner')).toEqual({ page: 1, search: '', state: undefined });
    expect(read('page=1e99').page).toBe(1);
  });

  it('returns to page 1 when the filter changes, and keeps the tab', () => {
    expect(changed('tab=users&page=4&search=a', { search: 'ab' })).toBe('tab=users&search=ab');
    expect(changed('tab=users&page=4&state=admin', { state: undefined })).toBe('tab=users');
  });
});
