import { describe, expect, it } from 'vitest';
import { withParams } from '#lib/url-filter.ts';
import { isFiltered, noFilter, readActivityFilter } from './activity.queries.ts';

const read = (query: string) => readActivityFilter(new URLSearchParams(query));
const changed = (query: string, change: Parameters<typeof withParams>[1]) =>
  withParams(new URLSearchParams(query), { page: 1, ...change }).toString();

describe('the filter of the log in the URL', () => {
  it('is empty without parameters', () => {
    expect(read('tab=activity')).toEqual({ page: 1, ...noFilter });
    expect(isFiltered(read('tab=activity&page=3'))).toBe(false);
  });

  it('reads what it wrote', () => {
    const filter = {
      member: 'ada',
      game: 'Tux',
      status: 'in_progress',
      from: '2026-02-01',
      to: '2026-02-28',
    } as const;
    const query = changed('tab=activity&page=4', filter);
    expect(query).toBe('tab=activity&member=ada&game=Tux&status=in_progress&from=2026-02-01&to=2026-02-28');
    expect(read(changed(query, { page: 2 }))).toEqual({ page: 2, ...filter });
    expect(changed(query, noFilter)).toBe('tab=activity');
    expect(isFiltered(read('status=failed'))).toBe(true);
  });

  it('ignores what the server would refuse', () => {
    expect(read('page=-2&status=lost&from=2026-02-31&to=yesterday&member=a%00b')).toEqual({
      page: 1,
      ...noFilter,
      member: 'ab',
    });
    expect(read('game=half-life+').game, 'as the field shows it').toBe('half-life ');
    expect(read(`game=${'x'.repeat(300)}`).game).toHaveLength(200);
  });
});
