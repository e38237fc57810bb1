import { describe, expect, it } from 'vitest';
import {
  AdminTableMemory,
  adminListOf,
  filterOf,
  isFiltered,
  noFilter,
  paramsOf,
  sortedBy,
  sortNameOf,
} from './admin-list.ts';

const listOf = (query: string) => adminListOf(new URLSearchParams(query));

describe('the address of the table', () => {
  it('describes a list of the newest games at first', () => {
    const list = listOf('');
    expect(list).toEqual({ ...noFilter, isOpen: true, sort: 'added', direction: 'desc' });
    expect(paramsOf(list).toString()).toBe('');
    expect(isFiltered(list)).toBe(false);
  });

  it('is read as it was written', () => {
    const query =
      'games=closed&search=a+b&platform=Windows&genre=RPG&match=review&visibility=hidden&lacks=cover%2Cyear&sort=size&direction=asc';
    const list = listOf(query);
    expect(list).toMatchObject({ isOpen: false, search: 'a b', lacks: ['cover', 'year'], sort: 'size' });
    expect(paramsOf(list).toString()).toBe(query);
    expect(isFiltered(list)).toBe(true);
  });

  it('ignores what the server would refuse', () => {
    const list = listOf(
      `search=${'a'.repeat(300)}&match=perfect&visibility=none&lacks=hope,file&sort=color&direction=up`,
    );
    expect(list).toMatchObject({
      match: '',
      visibility: '',
      lacks: ['file'],
      sort: 'added',
      direction: 'desc',
    });
    expect(list.search).toHaveLength(200);
  });

  describe('in the editor', () => {
    it('leads back to the list as it was', () => {
      const table = new AdminTableMemory();
      expect(table.path).toBe('/admin');
      table.list = listOf('games=closed&lacks=cover');
      expect(table.path).toBe('/admin?games=closed&lacks=cover');
    });
  });
});

describe('a press on a heading', () => {
  const filter = filterOf(listOf(''));

  it('sorts names upward and numbers downward at first, and reverses the order the next time', () => {
    expect(sortedBy(filter, 'title')).toEqual({ sort: 'title', direction: 'asc' });
    expect(sortedBy(filter, 'size')).toEqual({ sort: 'size', direction: 'desc' });
    expect(sortedBy(filter, 'added')).toEqual({ sort: 'added', direction: 'asc' });
  });

  it('is one of the four orders of the specification, or none', () => {
    expect(sortNameOf(filter)).toBe('newest');
    expect(sortNameOf({ ...filter, sort: 'title' })).toBe('titleDesc');
    expect(sortNameOf({ ...filter, sort: 'size' })).toBeUndefined();
  });
});
