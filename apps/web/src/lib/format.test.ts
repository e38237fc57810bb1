import { describe, expect, it } from 'vitest';
import { formatAgo, formatDate, formatDay, formatSize } from './format.ts';

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

describe('formatSize', () => {
  it.each([
    ['en', 1536, '1.5 KB'],
    ['es', 1536, '1,5 KB'],
    ['fr', 1536, '1,5 Ko'],
    ['en', 1023, '1023 B'],
    ['fr', 1023, '1023 o'],
    ['fr', 5_368_709_120, '5 Go'],
  ])('writes in %s %d bytes as %s', (language, bytes, text) => {
    expect(formatSize(bytes, language)).toBe(text);
  });
});

describe('formatDate', () => {
  it.each([
    ['en', 'Mar 4, 2026'],
    ['es', '4 mar 2026'],
    ['fr', '4 mars 2026'],
  ])('writes a day in %s', (language, text) => {
    expect(formatDate('2026-03-04T12:00:00Z', language)).toBe(text);
  });
});
