import { describe, expect, it } from 'vitest';
import { formatAgo, formatDate, formatDay, formatEstimate, formatSize, formatTimeLeft } from './format.ts';

describe('formatDay', () => {
  it('formats a day identically in every time zone', () => {
    expect(formatDay('2005-10-02', 'en')).toBe('October 2, 2005');
  });

  it('returns any other text unchanged', () => {
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
  ])('describes %s as %s', (time, text) => {
    expect(formatAgo(time, 'en', now)).toBe(text);
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
  ])('formats for %s: %d bytes as %s', (language, bytes, text) => {
    expect(formatSize(bytes, language)).toBe(text);
  });
});

describe('formatDate', () => {
  it.each([
    ['en', 'Mar 4, 2026'],
    ['es', '4 mar 2026'],
    ['fr', '4 mars 2026'],
  ])('formats a day in %s', (language, text) => {
    expect(formatDate('2026-03-04T12:00:00Z', language)).toBe(text);
  });
});

describe('formatEstimate', () => {
  it.each([
    [0, '1 sec'],
    [44.2, '45 sec'],
    [59.5, '1 min'],
    [60, '1 min'],
    [11.4 * 60, '12 min'],
    [90 * 60, '90 min'],
    [91 * 60, '2 hr'],
    [130 * 60, '2.5 hr'],
    [30 * 3600, '30 hr'],
  ])('shows %d seconds as %s', (seconds, text) => {
    expect(formatEstimate(seconds, 'en')).toBe(text);
  });

  it('uses the language of the page', () => {
    expect(formatEstimate(9000, 'fr')).toMatch(/^2,5\sh$/);
    expect(formatEstimate(700, 'es')).toMatch(/^12\smin$/);
  });
});

describe('formatTimeLeft', () => {
  it.each([
    ['en', 29, '29s'],
    ['en', 3700, '1h 2m'],
    ['fr', 29, '29\u00a0s'],
    ['de', 3700, '1\u00a0h 2\u00a0min'],
    ['fr', undefined, ''],
  ])('in %s, %s seconds are %j', (language, seconds, text) => {
    expect(formatTimeLeft(seconds, language)).toBe(text);
  });
});
