import { describe, expect, it } from 'vitest';
import { createPeriods } from './quota.ts';

const berlin = createPeriods('Europe/Berlin');

describe('a period', () => {
  it.each([
    // Sunday, shortly before midnight in Berlin.
    ['2026-11-29T22:59:59.999Z', '2026-11-29', '2026-11-23', '2026-11-01'],
    ['2026-11-29T23:00:00.000Z', '2026-11-30', '2026-11-30', '2026-11-01'],
    ['2026-11-30T23:00:00.000Z', '2026-12-01', '2026-11-30', '2026-12-01'],
    // A week across the end of a year.
    ['2027-01-01T12:00:00.000Z', '2027-01-01', '2026-12-28', '2027-01-01'],
  ])('of %s begins on its first day', (moment, day, week, month) => {
    const at = new Date(moment);
    expect(berlin.firstDayOf('day', at)).toBe(day);
    expect(berlin.firstDayOf('week', at)).toBe(week);
    expect(berlin.firstDayOf('month', at)).toBe(month);
  });

  it.each([
    ['day', '2026-11-29T12:00:00.000Z', '2026-11-29T23:00:00.000Z'],
    ['week', '2026-11-29T23:00:00.000Z', '2026-12-06T23:00:00.000Z'],
    ['month', '2026-12-31T22:59:59.999Z', '2026-12-31T23:00:00.000Z'],
    // Summer time begins at 02:00.
    ['day', '2026-03-29T00:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ] as const)('by %s ends after %s at %s', (period, moment, end) => {
    expect(berlin.nextAfter(period, new Date(moment)).toISOString()).toBe(end);
  });

  it('ends at the first moment of a day without midnight', () => {
    const havana = createPeriods('America/Havana');
    const end = havana.nextAfter('day', new Date('2026-03-07T20:00:00Z'));
    expect(havana.dayOf(end)).toBe('2026-03-08');
    expect(havana.dayOf(new Date(end.getTime() - 1))).toBe('2026-03-07');
  });
});
