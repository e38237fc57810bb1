// Amounts in the units in which people enter them: bytes in GB, speeds in MB/s. Base 1024, as everywhere on the page.

export const MB = 1024 ** 2;
export const GB = 1024 ** 3;

/** Returns an amount as text for a number field: in units of `unit`, with at most four decimals. Empty if there is none. */
export function amountText(amount: number | null, unit: number): string {
  return amount === null ? '' : String(Math.round((amount / unit) * 10_000) / 10_000);
}

/** Returns the amount of a text, or null if it is empty. */
export function amountOf(text: string, unit: number): number | null {
  return text.trim() === '' ? null : Math.round(Number(text) * unit);
}
