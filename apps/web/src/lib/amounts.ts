// Amounts in the units in which people enter them: bytes in GB, speeds in MB/s. Base 1024, as everywhere on the page.
import { formatSize, unitName } from './format.ts';

export const MB = 1024 ** 2;
export const GB = 1024 ** 3;

/** Returns an amount as text for a number field: in units of `unit`, with at most four decimals. Empty if there is none. */
export function amountText(amount: number | null, unit: number): string {
  return amount === null || Number.isNaN(amount) ? '' : String(Math.round((amount / unit) * 10_000) / 10_000);
}

/** Returns the amount of a text, or null if it is empty. NaN: it is no number, or not a whole one where `unit` is 1. */
export function amountOf(text: string, unit: number): number | null {
  if (text.trim() === '') return null;
  const number = Number(text);
  return unit === 1 && !Number.isInteger(number) ? Number.NaN : Math.round(number * unit);
}

export function isWithinBounds(amount: number, { min, max }: { min: number; max: number }): boolean {
  return amount >= min && amount <= max;
}

/** Formats an amount as it is entered: half of a GB is `0.5 GB`. Amounts that are much smaller than the unit get a smaller one. */
export function formatAmount(amount: number, unit: number, language: string): string {
  const ofUnit = amount / unit;
  if (unit !== 1 && ofUnit < 0.1) return formatSize(amount, language);
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(ofUnit);
  return unit === 1 ? number : `${number} ${unitName(unit === GB ? 'GB' : 'MB', language)}`;
}
