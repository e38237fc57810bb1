// How fast a place fills up.

import type { StoragePlace } from '@cellar/contract/admin/storage.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { dayMs } from '#platform/durations.ts';

interface Sample {
  day: string;
  usedBytes: number;
}

/**
 * Fits a line through the used bytes by day, so that one unusual day changes little. The used bytes tell more than the free ones,
 * which also change when the disk is enlarged.
 */
export function fillRateOf(samples: Sample[], freeBytes: number | null): StoragePlace['pace'] {
  const [first] = samples;
  if (!first || samples.length < limits.forecastDays) return null;
  const points = samples.map(({ day, usedBytes }) => ({
    x: (Date.parse(day) - Date.parse(first.day)) / dayMs,
    y: usedBytes - first.usedBytes,
  }));
  const x = mean(points.map((point) => point.x));
  const y = mean(points.map((point) => point.y));
  const spread = sum(points.map((point) => (point.x - x) ** 2));
  const bytesPerDay = Math.round(sum(points.map((point) => (point.x - x) * (point.y - y))) / spread);
  const isFilling = freeBytes !== null && bytesPerDay > 0;
  return { bytesPerDay, fullInDays: isFilling ? Math.floor(freeBytes / bytesPerDay) : null };
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: number[]): number {
  return sum(values) / values.length;
}
