// Says when a place will be full.

import type { StoragePlace } from '@cellar/contract/admin/storage.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { TFunction } from '#i18n/text-keys.ts';
import { formatSize } from '#lib/format.ts';

const farDays = 3650;

export function forecastText(
  { pace, days, freeBytes }: Pick<StoragePlace, 'pace' | 'days' | 'freeBytes'>,
  t: TFunction<'storage'>,
  language: string,
): string {
  if (!pace) return t('forecast.wait', { count: limits.forecastDays, recorded: days.length });
  const { bytesPerDay, fullInDays } = pace;
  if (bytesPerDay <= 0) return t('forecast.steady');
  const size = formatSize(bytesPerDay, language);
  if (freeBytes === null || fullInDays === null) return t('forecast.growing', { size });
  if (fullInDays > farDays) return t('forecast.far', { size });
  return t('forecast.full', { size, duration: formatDuration(fullInDays, language) });
}

/** Formats a number of days in the largest unit of which there are at least two: `4 months`. */
function formatDuration(days: number, language: string): string {
  const units = [
    ['year', 365],
    ['month', 30.4],
    ['week', 7],
  ] as const;
  const [unit, length] = units.find(([, length]) => days >= 2 * length) ?? (['day', 1] as const);
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.round(days / length));
}
