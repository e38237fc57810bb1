// What is wrong with the values of the form for the limits of downloads.
import { limitBounds } from '@cellar/contract/transfer/rules/download-limits.ts';
import { isWithinBounds } from '#lib/amounts.ts';
import type { LimitValues } from './limit-values.ts';

export type AmountName = Exclude<keyof LimitValues, 'period' | 'hours'>;
export type LimitErrors = Partial<
  Record<AmountName, 'outOfBounds' | 'speedMissing'> & Record<'from' | 'to', 'timeMissing' | 'sameTime'>
>;

export const amountBounds: Record<AmountName, { min: number; max: number }> = {
  bytesPerPeriod: limitBounds.bytesPerPeriod,
  filesPerPeriod: limitBounds.filesPerPeriod,
  downloadsAtOnce: limitBounds.downloadsAtOnce,
  bytesPerSecond: limitBounds.speed,
  siteSpeed: limitBounds.speed,
  uploadSpeed: limitBounds.uploadSpeed,
};

export function limitErrorsOf(values: LimitValues): LimitErrors {
  const { hours, siteSpeed } = values;
  const errors: LimitErrors = {};
  for (const name of Object.keys(amountBounds) as AmountName[]) {
    const amount = values[name];
    if (amount !== null && !isWithinBounds(amount, amountBounds[name])) errors[name] = 'outOfBounds';
  }
  // Hours without a speed would limit nothing.
  if (hours && siteSpeed === null) errors.siteSpeed = 'speedMissing';
  if (hours?.from === '') errors.from = 'timeMissing';
  if (hours?.to === '') errors.to = 'timeMissing';
  else if (hours && hours.from === hours.to) errors.to = 'sameTime';
  return errors;
}
