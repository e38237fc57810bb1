import { describe, expect, it } from 'vitest';
import { formatAgo, formatDay } from './format.ts';

describe('formatDay', () => {
  it('writes a day the same in every time zone', () => {
    expect(formatDay('2005-10-02', 'en')).toBe('October 2, 2005');
  });

  it('leaves alone what is not a day', () => {
    expect(formatDay('soon', 'en')).toBe('soon');
  });
});

describe('formatAgo', () => {
  const now = Date.parse('2026-01-10T12:00:00Z');

  it.each([
    ['2026-01-10T11:59:40Z', 'now'],
    ['2026-01-10T11:55:00Z', '5 minutes ago'],
    ['2026-01-10T09:00:00Z', '3 hours ago'],
    ['2026-01-09T11:00:00Z', 'yesterday'],
  ])('says of %s %s', (time, words) => {
    expect(formatAgo(time, 'en', now)).toBe(words);
  });
});
