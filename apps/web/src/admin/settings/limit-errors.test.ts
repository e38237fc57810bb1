import { expect, it } from 'vitest';
import { MB } from '#lib/amounts.ts';
import { type LimitValues, limitErrorsOf } from './limits-settings.tsx';

const none: LimitValues = {
  ...{ period: 'month', bytesPerPeriod: null, filesPerPeriod: null, downloadsAtOnce: null },
  ...{ bytesPerSecond: null, siteSpeed: null, hours: null, uploadSpeed: null },
};
const errorsOf = (values: Partial<LimitValues>) => limitErrorsOf({ ...none, ...values });

it('accepts no limits, and amounts within the bounds', () => {
  expect(errorsOf({})).toEqual({});
  expect(errorsOf({ filesPerPeriod: 1, siteSpeed: MB, hours: { from: '18:00', to: '06:00' } })).toEqual({});
});

it('refuses amounts outside the bounds, and what is no number', () => {
  expect(errorsOf({ filesPerPeriod: 0, bytesPerSecond: 1, uploadSpeed: Number.NaN })).toEqual({
    ...{ filesPerPeriod: 'outOfBounds', bytesPerSecond: 'outOfBounds', uploadSpeed: 'outOfBounds' },
  });
});

it('refuses hours without a speed, without a time, and those that begin when they end', () => {
  expect(errorsOf({ hours: { from: '18:00', to: '18:00' } })).toEqual({
    ...{ siteSpeed: 'speedMissing', to: 'sameTime' },
  });
  expect(errorsOf({ siteSpeed: MB, hours: { from: '', to: '' } })).toEqual({
    ...{ from: 'timeMissing', to: 'timeMissing' },
  });
});
